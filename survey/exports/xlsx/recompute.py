"""Short programs that recompute every estimate of a workbook from its reports.

The workbook holds them, one line per cell, and they read the workbook itself. They contain no
text that anyone typed. The formula is the codebook's, and fits every kind of question: a mean is
the sum of value times estimate.
"""

FILE = "FILE"  # stands for the name of the workbook

PYTHON = """\
# pip install pandas openpyxl
import pandas

empty = {"keep_default_na": False, "na_values": [""]}  # an option may be named NA
sheets = pandas.read_excel("FILE", sheet_name=["reports", "codebook"], **empty)
reports, codebook = sheets["reports"], sheets["codebook"]
codebook["estimate"] = [
    ((reports[row.column].dropna() == row.code).mean() - row.other) / (row.keep - row.other)
    for row in codebook.itertuples()
]
print(codebook[["column", "code", "estimate"]].to_string(index=False))
numbers = codebook[codebook["value"].notna()]
print((numbers["value"] * numbers["estimate"]).groupby(numbers["column"]).sum().rename("mean"))
"""

R = """\
# install.packages("readxl")
file <- "FILE"

reports <- readxl::read_excel(file, sheet = "reports")
codebook <- as.data.frame(readxl::read_excel(file, sheet = "codebook"))
share <- mapply(function(column, code) mean(reports[[column]] == code, na.rm = TRUE),
                codebook$column, codebook$code)
codebook$estimate <- (share - codebook$other) / (codebook$keep - codebook$other)
print(codebook[c("column", "code", "estimate")], row.names = FALSE)
numbers <- codebook[!is.na(codebook$value), ]
print(tapply(as.numeric(numbers$value) * numbers$estimate, numbers$column, sum))
"""


def for_file(program: str, name: str) -> list[str]:
    """The lines of the programs that read the workbook of this name."""
    return program.replace(FILE, name).splitlines()
