"""VisOnlyQA: the paper's tables judged on the answers that its authors released."""
