"""For a notebook: what `fe_core` exports."""
