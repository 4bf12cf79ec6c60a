"""Texts that run a script if a page lets them; RUN stands for the call that reveals it.

They were written for these tests, family by family. Each is at most as long as an option may be.
"""

HTML = [
    "<script>RUN</script>",
    "<ScRiPt>RUN</sCrIpT>",
    "<script\n>RUN</script\n>",
    "<script/x>RUN</script>",
    "<script type=module>RUN</script>",
    "<scr<script>ipt>RUN</scr</script>ipt>",
    "<script>RUN//",
    "<script src=data:text/javascript,RUN></script>",
    "<img src=x onerror=RUN>",
    "<img src=x onerror='RUN'>",
    '<img src=x onerror="RUN"',
    "<img/src=x/onerror=RUN>",
    "<IMG SRC=x OnErRoR=RUN>",
    "<img src=x onerror=&#82;&#85;&#78;><img src=x onerror=RUN>",
    "<img src='' onerror\n=\nRUN>",
    "<image src=x onerror=RUN>",
    "<body onload=RUN>",
    "<body onpageshow=RUN>",
    "<iframe onload=RUN>",
    "<iframe src=javascript:parent.RUN>",
    "<iframe srcdoc='<script>parent.RUN</script>'>",
    "<object data=javascript:RUN>",
    "<embed src=data:text/html,x onload=RUN>",
    "<input autofocus onfocus=RUN>",
    "<select autofocus onfocus=RUN>",
    "<textarea autofocus onfocus=RUN>",
    "<details open ontoggle=RUN>x",
    "<video src=x onerror=RUN>",
    "<video><source onerror=RUN>",
    "<audio src=x onerror=RUN>",
    "<marquee onstart=RUN>x",
    "<style onload=RUN></style>",
    "<link rel=stylesheet href=data:text/css,x onload=RUN>",
    "<p id=x tabindex=1 onfocus=RUN autofocus>x",
    "<form><button autofocus onfocus=RUN>x",
    "<math><mtext></form><img src=x onerror=RUN>",
    "<template><s></template><img src=x onerror=RUN>",
    "<custom-element onfocus=RUN autofocus tabindex=1>",
]

SVG = [
    "<svg onload=RUN>",
    "<svg/onload=RUN>",
    "<svg><script>RUN</script></svg>",
    "<svg><script>&#82;</script><script>RUN</script>",
    "<svg><animate onbegin=RUN attributeName=x dur=1s>",
    "<svg><set onbegin=RUN attributeName=x>",
    "<svg><image href=x onerror=RUN>",
    "<svg><foreignObject><img src=x onerror=RUN>",
    "]]><svg xmlns='http://www.w3.org/2000/svg' onload='RUN'/>",
]

BREAKING_OUT = [
    '"><script>RUN</script>',
    "'><script>RUN</script>",
    '" autofocus onfocus=RUN x="',
    "' autofocus onfocus=RUN x='",
    " autofocus onfocus=RUN x=",
    "`><img src=x onerror=RUN>",
    "</title><script>RUN</script>",
    "</textarea><script>RUN</script>",
    "</option></select><img src=x onerror=RUN>",
    "</style><script>RUN</script>",
    "--><script>RUN</script>",
    "--!><img src=x onerror=RUN>",
    "<!--><script>RUN</script>",
    "<!--<script>",
    "</script><script>RUN</script>",
    "</ScRiPt ><img src=x onerror=RUN>",
    '"}</script><svg onload=RUN>',
    '";RUN;//',
    "';RUN;//",
    "`;RUN;`${RUN}",
    '\\";RUN;//',
    '"-RUN-"',
    "\u2028RUN\u2028",
    "\u2029RUN//",
    "</noscript><img src=x onerror=RUN>",
]

ADDRESSES = [
    "javascript:RUN",
    "JaVaScRiPt:RUN",
    "java&#x73;cript:RUN",
    " javascript:RUN",
    "data:text/html,<script>RUN</script>",
    "//evil.example/x.js",
    "vbscript:RUN",
]

TEMPLATES = [
    "{{7*7}}RUN",
    "{{ ''.__class__.__mro__ }}",
    "{% print(7*7) %}",
    "{{ config.SECRET_KEY }}",
    "${7*7}",
    "#{7*7}",
    "<%= 7*7 %>",
    "{{constructor.constructor('RUN')()}}",
    "%(title)s %s %n {0} {title}",
]

STYLES = [
    "<style>@import'//evil.example/x.css';</style>",
    "<style>body{background:url(//evil.example/x)}</style>",
    "<style>@keyframes k{}</style><b style=animation-name:k onanimationstart=RUN>",
    "<b style=x:expression(RUN)>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content='0;url=javascript:RUN'>",
]

CHARACTERS = [
    "\u202e<script>RUN</script>",
    "\u2066\u202etxt.exe",
    "\ufeff<script>RUN</script>",
    "＜script＞RUN＜/script＞",
    "\u00ad<img src=x onerror=RUN>",
    "&lt;script&gt;RUN&lt;/script&gt;",
    "&#60;script&#62;RUN&#60;/script&#62;",
    "%3Cscript%3ERUN%3C/script%3E",
    "\\u003cscript\\u003eRUN\\u003c/script\\u003e",
    "+ADw-script+AD4-RUN+ADw-/script+AD4-",
    "<" * 50 + "script>RUN</script>",
    "A" * 72 + "<script>RUN</script>",
]

# Every field refuses these, since they hold control characters.
REFUSED = [
    "\0<script>RUN</script>",
    "<scr\0ipt>RUN</script>",
    "<img src=x\x0conerror=RUN>",
    "java\tscript:RUN",
    "\x1b]0;RUN\x07",
    "\x7f\x85<script>RUN</script>",
    "<img\x0bsrc=x onerror=RUN>",
]

ALL = HTML + SVG + BREAKING_OUT + ADDRESSES + TEMPLATES + STYLES + CHARACTERS


def armed(text: str, number: int = 0) -> str:
    """The payload with its call; the number tells which one ran."""
    return text.replace("RUN", f"ran({number})")
