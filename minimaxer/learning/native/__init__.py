"""Games against itself from which the numbers of an evaluation are learnt, in compiled code."""
