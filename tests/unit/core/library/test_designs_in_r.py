"""Published designs, recomputed by their formulas in base R from counts alone."""

import subprocess

import pytest
import r

from survey.core.library.estimates import estimate
from survey.core.library.regressions import regress

# Yes reports of all: Warner's and forced-response data of RRTCS, and cWise's made-up crosswise one.
COUNTS = {
    "warner:0.7": (60, 125),
    "forced:0.2,0.2": (508, 1000),
    "crosswise:0.15": (1427, 2000),
}
# Jann, Jerke, Krumpal (2012), data set Plagiarism of GLMMRR: by gender, of each age how many said
# that both answers are not alike, and alike. The other statement is true of a quarter.
PLAGIARISM = (
    "18:0/1 19:0/2 20:12/9 21:11/16 22:5/13 23:5/14 24:7/11 25:5/8 26:5/6 27:3/7 28:0/2 29:1/3 "
    "31:0/2 32:0/2 33:1/0 36:0/1",
    "19:8/9 20:8/17 21:9/16 22:6/11 23:7/11 24:6/10 25:3/10 26:1/2 27:1/2 28:0/1 29:1/1 30:1/4 "
    "31:1/3 32:1/1 35:0/1 40:1/0 41:0/1",
)
PROGRAM = """
a <- c(.7, .8, .15); b <- c(.3, .2, .85); yes <- c(60, 508, 1427); n <- c(125, 1000, 2000)
share <- (yes / n - b) / (a - b)
error <- sqrt(yes / n * (1 - yes / n) / (n - c(1, 0, 0))) / abs(a - b)
d <- read.csv("plagiarism.csv")
height <- function(beta) {
  p <- plogis(beta[1] + beta[2] * d$gender + beta[3] * (d$age - 23) / 3)
  alike <- .25 * p + .75 * (1 - p)
  sum(log(ifelse(d$alike == 1, alike, 1 - alike)))
}
best <- optim(c(0, 0, 0), function(beta) -height(beta), method = "BFGS",
              control = list(reltol = 1e-14, maxit = 10000))
best <- optim(best$par, function(beta) -height(beta), control = list(reltol = 1e-15, maxit = 10000))
beta <- c(best$par[1] - 23 / 3 * best$par[3], best$par[2], best$par[3] / 3)
writeLines(format(c(share, error, beta, height(best$par)), digits = 15, trim = TRUE))
"""


@pytest.fixture(scope="module")
def plagiarism() -> dict[str, list[int]]:
    rows = []
    for gender, cells in enumerate(PLAGIARISM):
        for cell in cells.split():
            age, _, counts = cell.partition(":")
            for alike, count in enumerate(counts.split("/")):
                rows += [(gender, int(age), alike)] * int(count)
    return dict(zip(("gender", "age", "alike"), map(list, zip(*rows, strict=True)), strict=True))


@pytest.fixture(scope="module")
def in_r(plagiarism, tmp_path_factory) -> list[float]:
    folder = tmp_path_factory.mktemp("r")
    rows = zip(*plagiarism.values(), strict=True)
    lines = [",".join(plagiarism), *(",".join(map(str, row)) for row in rows)]
    (folder / "plagiarism.csv").write_text("\n".join(lines) + "\n")
    ran = subprocess.run(
        [r.find_or_install(), "-e", PROGRAM], cwd=folder, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return list(map(float, ran.stdout.split()))


def test_shares_and_their_errors_are_those_of_the_formulas(in_r):
    for place, (design, (yes, of)) in enumerate(COUNTS.items()):
        found = estimate([1] * yes + [0] * (of - yes), design=design)
        assert found.estimate == pytest.approx(in_r[place], abs=1e-12)
    # RRreg's and cWise's published errors.
    assert in_r[3] == pytest.approx(0.112163, abs=5e-7)
    assert in_r[5] == pytest.approx(0.0144, abs=5e-5)


def test_a_crosswise_regression_is_the_published_one(in_r, plagiarism):
    table = regress(plagiarism, "alike", ["gender", "age"], design="crosswise:1/4")
    found = [each.estimate for each in table.result.coefficients]
    assert len(plagiarism["age"]) == 306
    assert found == pytest.approx([3.363420636, -0.332679877, -0.199842949], abs=1e-6)
    assert table.result.log_likelihood == pytest.approx(-198.065406160, abs=1e-8)
    assert found == pytest.approx(in_r[6:9], abs=2e-3)
    assert table.result.log_likelihood == pytest.approx(in_r[9], abs=1e-6)
