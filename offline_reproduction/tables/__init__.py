"""Reading tables, whatever they are written in (docs/tables.md says what is understood).

| module | what it does |
| --- | --- |
| model | what a document says: tables, rows, cells, sentences |
| read | one door: a file or a text becomes a document |
| blocks, latex, separated, records | a text's blocks: headings, paragraphs, raw tables |
| piped, tabbed, aligned, hypertext, tabular | one form of table each, as raw rows |
| markdown, tex, macros, styled | what is shown of markup, and its emphasis |
| raw, grid, shape | raw rows, spans resolved, headers and labels told from data |
| prose | captions, mentions, and the numbers in sentences |
"""
