"""The arithmetic under the exact law: lattice coordinates, polynomial powers, moments, tails."""
