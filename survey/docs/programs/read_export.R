# Reads an export: a data frame of factors that know their odds, as read_export does in Python.
#
#   source("read_export.R")
#   export <- read_export("bcd234-reports.csv")  # bcd234-codebook.csv lies beside it
#   estimates(export)                            # the app's own, without bias, of each label
#   mean_of(export$q5)                           # of a rating or a number
#
# "bcd234.json" (with jsonlite) has its codebook beside it, too; "bcd234.xlsx" (readxl) within.

read_export <- function(path, codebook = NULL) {
  if (grepl("[.]xlsx$", path)) {
    sheet <- function(name) as.data.frame(readxl::read_excel(path, name, col_types = "text"))
    book <- sheet("codebook")
    reports <- sheet("reports")
  } else {
    beside <- c(sub("(-reports[.]csv|[.]json)$", "-codebook.csv", path),
                file.path(dirname(path), "codebook.csv"))
    codebook <- Find(file.exists, c(codebook, setdiff(beside, path)))
    if (is.null(codebook)) stop(path, " needs its codebook: read_export(path, \"codebook.csv\").")
    book <- read_plain(codebook)
    reports <- if (grepl("[.]json$", path)) from_json(path) else read_plain(path)
  }
  for (name in unique(book$column)) {
    rows <- book[book$column == name, ]
    reports[[name]] <- structure(
      factor(reports[[name]], rows$code, rows$label),
      text = rows$text[1], kind = rows$kind[1], gamma = rows$gamma[1],
      keep = as.numeric(rows$keep[1]), other = as.numeric(rows$other[1]),
      value = as.numeric(rows$value)
    )
  }
  reports
}

read_plain <- function(path) {
  skipped <- which(!startsWith(readLines(path, warn = FALSE), "#"))[1] - 1
  cells <- read.csv(path, skip = skipped, colClasses = "character", na.strings = "",
                    quote = "\"", check.names = FALSE, encoding = "UTF-8")
  # The apostrophe that keeps a spreadsheet from running a text as a formula.
  guard <- "(^|[;\t\r\n])'(?=\"*[=+@|%\t\r\n\uff1d\uff0b\uff0d\uff20-])"
  cells[] <- lapply(cells, function(cell) gsub(guard, "\\1", cell, perl = TRUE))
  cells
}

from_json <- function(path) {
  document <- jsonlite::fromJSON(path, simplifyVector = FALSE)
  code <- function(place) sapply(document$reports, function(each) {
    if (is.null(each$reports[[place]])) NA else as.character(each$reports[[place]])
  })
  data.frame(setNames(lapply(seq_along(document$items), code), unlist(document$items)))
}

shares_of <- function(column) {
  (prop.table(table(column)) - attr(column, "other")) / (attr(column, "keep") - attr(column, "other"))
}
mean_of <- function(column) sum(shares_of(column) * attr(column, "value"))
estimates <- function(export) do.call(rbind, lapply(names(Filter(is.factor, export)), function(name) {
  shares <- shares_of(export[[name]])
  data.frame(column = name, label = names(shares), estimate = as.vector(shares))
}))
