"""Numbers that the VisOnlyQA paper prints, as text; see the `.tsv` files beside this one."""
