"""Questionnaires of every kind, drawn by hypothesis: any format must be able to hold them."""

import unicodedata

from hypothesis import strategies as st

from survey.core.instrument.lookalikes import invisible_fault, looks
from survey.core.instrument.parsing import validate

# Left out are characters that XML cannot hold, and openpyxl's own escapes, such as _x0041_.
texts = (
    st.text(
        st.characters(exclude_categories=["Cc", "Cs", "Cn"], exclude_characters="_\ufffe\uffff"),
        min_size=1,
        max_size=20,
    )
    .map(lambda text: unicodedata.normalize("NFC", text).strip())
    .filter(lambda text: text and invisible_fault(text) is None)
)
gammas = st.sampled_from(["1/4", "1/3", "2/5", "123/1000", "1/10000"])
options = st.lists(texts, min_size=2, max_size=4, unique_by=(str.lower, looks))
yes_no = st.fixed_dictionaries({"kind": st.just("yes/no"), "text": texts})
listed = st.fixed_dictionaries(
    {"kind": st.sampled_from(["choice", "several"]), "text": texts, "options": options}
)
numbers = st.integers(-1_000_000, 999_999).flatmap(
    lambda low: st.fixed_dictionaries(
        {"kind": st.just("number"), "text": texts, "low": st.just(low),
         "high": st.integers(low + 1, 1_000_000)}
    )
)  # fmt: skip
ratings = st.fixed_dictionaries(
    {"kind": st.just("rating"), "text": texts, "highest": st.integers(2, 10)}
)
questions = st.tuples(st.one_of(yes_no, listed, numbers, ratings), gammas).map(
    lambda pair: pair[0] | {"gamma": pair[1]}
)
instruments = st.fixed_dictionaries(
    {
        "title": texts,
        "introduction": st.one_of(st.just(""), texts),
        "class_size": st.integers(1, 10**9),
        "questions": st.lists(questions, min_size=1, max_size=5),
    }
).map(validate)
