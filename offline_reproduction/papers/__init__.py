"""The papers that ship with the kit, one folder each."""
