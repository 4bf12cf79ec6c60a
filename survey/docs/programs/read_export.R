# Reads an export: a data frame of factors that know their odds, as read_export does in Python.
#
#   source("read_export.R")
#   export <- read_export("bcd234-reports.csv")  # its codebook lies in the same folder
#   estimates(export)                            # the app's own, without bias, of each label
#   mean_of(export$q5)                           # of a rating or a number
#
# "bcd234.json" (with jsonlite) has its codebook beside it, too; "bcd234.xlsx" (readxl) within.

read_export <- function(path, codebook = NULL) {
  if (grepl("[.]xlsx$", path)) {
    sheet <- function(name) as.data.frame(readxl::read_excel(path, name, col_types = "text"))
    reports <- sheet("reports")
    book <- sheet("codebook")
  } else {
    reports <- if (grepl("[.]json$", path)) from_json(path) else read_plain(path)
    book <- codebook_of(path, attr(reports, "digest"), codebook)
  }
  needed <- c("column", "kind", "text", "code", "label", "value", "odds_a", "odds_b", "keep")
  if (!all(needed %in% names(book))) refuse("The codebook of ", path, NO_QUESTIONNAIRE)
  asked <- intersect(unique(book$column), names(reports))
  if (!length(asked)) refuse(path, " holds no reports.")
  unknown <- setdiff(grep("^q[0-9]{1,2}(_[0-9]{1,2})?$", names(reports), value = TRUE), asked)
  if (length(unknown)) refuse("The codebook has no column ", unknown[1], ", which ", path, " has.")
  for (name in asked) {
    reports[[name]] <- column_of(reports[[name]], book[book$column == name, ], path)
  }
  reports
}

# Only the file with the digest of the reports is theirs, unless its # lines are gone and you name it.
codebook_of <- function(path, digest, named) {
  beside <- if (is.null(named)) list.files(dirname(path), "codebook.*[.]csv$", full.names = TRUE)
  digests <- vapply(c(named, beside), digest_of, "")
  own <- digests == digest & digest != "" | !is.null(named) & (digests == "" | digest == "")
  if (any(own)) return(read_plain(names(digests)[own][1]))
  another <- digest != "" && length(digests)
  refuse(if (another) c(names(digests)[1], " is the codebook of another survey. "),
         path, " needs its codebook: read_export(path, \"codebook.csv\").")
}

digest_of <- function(path, lines = readLines(path, warn = FALSE)) {
  line <- grep("^\"?# instrument_sha256: [0-9a-f]{64}", lines, value = TRUE, useBytes = TRUE)
  if (length(line)) sub("^.*256: ([0-9a-f]{64}).*", "\\1", line[1]) else ""
}

read_plain <- function(path) {
  lines <- readLines(path, warn = FALSE, encoding = "UTF-8")
  if (!all(validUTF8(lines))) refuse(path, " is not text in UTF-8. Save it as CSV (UTF-8).")
  if (sum(nchar(gsub("[^\"]", "", lines))) %% 2) refuse(path, " ends within a quoted cell.")
  lines[1] <- sub("^\ufeff", "", lines[1])
  top <- which(!grepl("^(\"?#|\"?sep=|\\s*$)", lines))[1]
  marks <- c(",", ";", "\t")
  used <- vapply(marks, function(mark) sum(strsplit(lines[top], "")[[1]] == mark), 0)
  mark <- marks[which.max(used)]
  # A surplus cell would be silently taken for the name of its row.
  wide <- na.omit(count.fields(path, mark, quote = "\"", skip = top - 1, comment.char = ""))
  if (length(odd <- which(wide != wide[1]))) {
    refuse(path, ", row ", odd[1] - 1, ": ", wide[odd[1]], " cells, but the header has ", wide[1], ".")
  }
  cells <- read.csv(path, skip = top - 1, sep = mark, fill = FALSE,
                    colClasses = "character", na.strings = "", quote = "\"",
                    check.names = FALSE, encoding = "UTF-8")
  names(cells) <- trimws(sub("^\ufeff", "", names(cells)))
  digest <- digest_of(path, lines[seq_len(top - 1)])
  # The apostrophe that keeps a spreadsheet from running a text as a formula. Release 0.2.0 and
  # before, whose files have a digest and no line on it, put it elsewhere.
  starts <- "-=+@|%\uff1d\uff0b\uff0d\uff20"
  earlier <- digest != "" && !any(startsWith(lines, "# guard:") | startsWith(lines, "\"# guard:"))
  guard <- if (earlier) c("^'(?=\"*[%s\t\r\n])", "(?<=[;\t\r\n])'(?=\"*[%s\t\r\n])") else
    c("^'(?='*[%s\t\r\n])", "(?<=[;\t\r\n])'(?=[\"']*[%s])")
  for (each in sprintf(guard, starts)) {
    cells[] <- lapply(cells, function(cell) gsub(each, "", cell, perl = TRUE))
  }
  structure(cells, digest = digest)
}

from_json <- function(path) {
  document <- jsonlite::fromJSON(path, simplifyVector = FALSE)
  code <- function(place) vapply(document$reports, function(each) {
    if (is.null(each$reports[[place]])) NA_character_ else as.character(each$reports[[place]])
  }, "")
  columns <- setNames(lapply(seq_along(document$items), code), unlist(document$items))
  structure(data.frame(columns), digest = document$instrument_sha256)
}

# The codes of a column as its labels; `rows` are those of the codebook, in any order.
column_of <- function(cells, rows, path) {
  rows <- rows[order(whole(rows$code)), ]
  k <- nrow(rows)
  a <- whole(rows$odds_a[1])
  b <- whole(rows$odds_b[1])
  keep <- a / (a + (k - 1) * b)
  value <- whole(rows$value)
  label <- ifelse(is.na(value), rows$label, format(value, scientific = FALSE, trim = TRUE))
  fits <- c(whole(rows$code) == seq_len(k) - 1, abs(whole(rows$keep[1]) - keep) < 1e-6)
  if (anyNA(c(fits, label)) || !all(fits) || anyDuplicated(label)) {
    refuse("The codebook of ", path, NO_QUESTIONNAIRE)
  }
  cells <- sub("^([0-9]{1,9})([.]0*|,00?)$", "\\1", tolower(trimws(cells)))
  cells[cells %in% c("", "na", "n/a", "#n/a", "nan", "null", ".", "<na>")] <- NA
  code <- match(cells, seq_len(k) - 1)
  if (any(wrong <- is.na(code) & !is.na(cells))) {
    refuse(path, ", response ", which(wrong)[1], ", column ", rows$column[1],
           ": this is no code of its question.")
  }
  structure(factor(code, seq_len(k), label), text = rows$text[1], kind = rows$kind[1],
            gamma = (a - b) / 2 / (a + b), keep = keep, other = b / (a + (k - 1) * b), value = value)
}

whole <- function(cells) suppressWarnings(as.numeric(sub(",", ".", cells)))

NO_QUESTIONNAIRE <- " describes no questionnaire. Export both files again."

refuse <- function(...) stop(..., call. = FALSE)

shares_of <- function(column) {
  (prop.table(table(column)) - attr(column, "other")) / (attr(column, "keep") - attr(column, "other"))
}
mean_of <- function(column) sum(shares_of(column) * attr(column, "value"))
estimates <- function(export) do.call(rbind, lapply(names(Filter(is.factor, export)), function(name) {
  shares <- shares_of(export[[name]])
  data.frame(column = name, label = names(shares), estimate = as.vector(shares))
}))
