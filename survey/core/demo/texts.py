"""The demo's words in several languages, so that it also shows a translated questionnaire."""

from typing import Any

ENGLISH: dict[str, Any] = {
    "title": "Demo: after the exam (made-up students)",
    "introduction": (
        "A survey to try things with. Its students are made up by the server, and nothing "
        "here is about anyone."
    ),
    "questions": [
        {"text": "Did you look at someone else's sheet during the exam?"},
        {
            "text": "Whose notes did you use most?",
            "options": ["My own", "A friend's", "Bought or found ones"],
        },
        {"text": "How many hours did you study?"},
    ],
}

TRANSLATIONS: dict[str, dict[str, Any]] = {
    "ar": {
        "title": "عرض تجريبي: بعد الامتحان (طلاب مختلَقون)",
        "introduction": "استبيان للتجربة. طلابه يختلقهم الخادم، ولا شيء هنا يخص أحدًا.",
        "questions": [
            {"text": "هل نظرت إلى ورقة غيرك أثناء الامتحان؟"},
            {
                "text": "ملاحظات مَن استعملتَ أكثر من غيرها؟",
                "options": ["ملاحظاتي", "ملاحظات صديق", "ملاحظات اشتريتها أو وجدتها"],
            },
            {"text": "كم ساعة درست؟"},
        ],
    },
    "de": {
        "title": "Demo: nach der Klausur (erfundene Studierende)",
        "introduction": (
            "Eine Umfrage zum Ausprobieren. Ihre Studierenden erfindet der Server, und nichts "
            "hier handelt von irgendwem."
        ),
        "questions": [
            {"text": "Hast du in der Klausur auf ein fremdes Blatt gesehen?"},
            {
                "text": "Wessen Notizen hast du am meisten benutzt?",
                "options": ["Meine eigenen", "Die von Freunden", "Gekaufte oder gefundene"],
            },
            {"text": "Wie viele Stunden hast du gelernt?"},
        ],
    },
    "es": {
        "title": "Demostración: después del examen (estudiantes inventados)",
        "introduction": (
            "Una encuesta para probar. El servidor inventa a sus estudiantes, y nada de lo que "
            "hay aquí trata de nadie."
        ),
        "questions": [
            {"text": "¿Miraste la hoja de otra persona durante el examen?"},
            {
                "text": "¿De quién eran los apuntes que más usaste?",
                "options": ["Míos", "De una amistad", "Comprados o encontrados"],
            },
            {"text": "¿Cuántas horas estudiaste?"},
        ],
    },
    "fr": {
        "title": "Démo : après l'examen (étudiants inventés)",
        "introduction": (
            "Une enquête pour essayer. Le serveur invente ses étudiants, et rien ici ne concerne "
            "qui que ce soit."
        ),
        "questions": [
            {"text": "Avez-vous regardé la copie de quelqu'un pendant l'examen ?"},
            {
                "text": "De qui étaient les notes que vous avez le plus utilisées ?",
                "options": ["De moi", "D'un ami ou d'une amie", "Achetées ou trouvées"],
            },
            {"text": "Combien d'heures avez-vous étudié ?"},
        ],
    },
    "zh": {
        "title": "演示：考试之后（虚构的学生）",
        "introduction": "一份供试用的问卷。其中的学生由服务器虚构，这里的一切都与任何人无关。",
        "questions": [
            {"text": "考试时你看过别人的答卷吗？"},
            {
                "text": "你用得最多的是谁的笔记？",
                "options": ["自己的", "朋友的", "买来或捡到的"],
            },
            {"text": "你复习了多少小时？"},
        ],
    },
}
