"""Answers of the seven complete open-weight rotation runs, made to print Table 12's rows."""
