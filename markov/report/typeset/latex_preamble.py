"""What stands before the words of a LaTeX document: packages, measures and the commands that our words use.

Every package is in Debian's texlive-latex-base, -latex-recommended or -pictures. What only makes the pages
better is loaded where it is there.
"""

import re

from markov.report.drawing import INKS

MARGIN = 24  # millimetres, left and right
LINE = (210 - 2 * MARGIN) * 722_700 // 254  # thousandths of a point: the width of the text on A4

_TEXT = r"""
\documentclass[10pt,a4paper,fleqn]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[utf8]{inputenc}
  \input{glyphtounicode}\pdfgentounicode=1
  \pdfinfoomitdate=1 \pdftrailerid{} \pdfsuppressptexinfo=-1
\fi
\usepackage[T1]{fontenc}
\usepackage{textcomp}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\IfFileExists{microtype.sty}{\usepackage{microtype}}{}
\usepackage[a4paper,hmargin=<<margin>>mm,top=24mm,bottom=28mm,footskip=13mm]{geometry}
\usepackage{amsmath,amssymb,array,booktabs,longtable,graphicx,xcolor,tikz,fancyhdr}
\usetikzlibrary{arrows.meta}
\usepackage[unicode,colorlinks,allcolors=first,bookmarksnumbered,bookmarksdepth=4]{hyperref}
<<colors>>
\makeatletter
\setlength{\parindent}{0pt}
\setlength{\parskip}{5pt}
\setlength{\emergencystretch}{6em}
\setlength{\mathindent}{1.5em}
\setlength{\tabcolsep}{5pt}
\setlength{\LTleft}{0pt}
\setlength{\LTpre}{8pt}
\setlength{\LTpost}{8pt}
\setcounter{LTchunksize}{5000}
\setcounter{tocdepth}{2}
\hbadness=10000
\vbadness=10000
\raggedbottom
\widowpenalty=9000
\clubpenalty=9000
% Places where a line may be broken: in a long number, and in a long word.
\newcommand{\tsp}{\hskip.16667em\relax}
\newcommand{\brk}{\penalty0 }
% The room on a page without which what follows goes to the next one. No space between lines is stretched:
% that would make it dear to fill a page.
\newcommand{\room}[1]{\par\if@nobreak\else\penalty\z@\begingroup\dimen@=#1\relax
  \dimen@ii=\pagegoal \advance\dimen@ii-\pagetotal
  \ifdim\dimen@>\dimen@ii \ifdim\dimen@ii>\z@\vfil\fi\break\fi\endgroup\fi}
% Headings: kind, number, title, title in the outline, anchor.
\renewcommand{\section}{\@startsection{section}{1}{\z@}{-26pt}{8pt}{\heads\Large}}
\renewcommand{\subsection}{\@startsection{subsection}{2}{\z@}{-18pt}{5pt}{\heads\large}}
\renewcommand{\subsubsection}{\@startsection{subsubsection}{3}{\z@}{-14pt}{3pt}{\heads\normalsize}}
\renewcommand{\paragraph}{\@startsection{paragraph}{4}{\z@}{-12pt}{3pt}{\heads\small}}
\renewcommand{\subparagraph}{\@startsection{subparagraph}{5}{\z@}{-12pt}{3pt}{\heads\small}}
\newcommand{\heads}{\sffamily\bfseries\raggedright}
\newcommand{\heading}[5]{\@nameuse{#1}*{\hypertarget{#5}{}\ifx\relax#2\relax\else#2\hspace{.9em}\fi#3}%
  \label{#5}\pdfbookmark[\@nameuse{toclevel@#1}]{\ifx\relax#2\relax\else#2 \fi#4}{#5}\nobreak}
% Contents: level, number, title, anchor. They are written with the words, so that two runs are enough.
\newcommand{\entry}[4]{\ifnum#1=1\vskip3pt\fi
  \@dottedtocline{#1}{\ifnum#1=1 0pt\else2em\fi}{\ifnum#1=1 2em\else3em\fi}%
  {\hyperlink{#4}{\numberline{#2}#3}}{\hyperlink{#4}{\pageref*{#4}}}}
\newcommand{\fronttitle}[2]{\vspace*{6mm}{\raggedright\sffamily\bfseries\fontsize{21}{26}\selectfont #1\par}
  \vskip4pt{\raggedright\Large #2\par}\vskip10pt\hrule\vskip12pt}
\newenvironment{contents}{\vskip8pt\hrule\vskip16pt{\heads\Large Contents\par}\vskip4pt
  \hypersetup{linkcolor=ink}\parskip=1pt }{\clearpage}
% The lines below the title: width of the names, name, words.
\newcommand{\lead}[3]{\par\hangindent#1\hangafter1
  \makebox[#1][l]{\parbox[t]{#1}{\raggedright\sffamily\small #2}}#3\par}
% Tables and pictures: the caption, and what stands below.
\newcommand{\captioned}[2]{\textsf{\textbf{#1}}\hspace{.6em}#2}
\newcommand{\tail}[2]{\sbox\z@{#1}\sbox\tw@{#2}\ifdim\wd\z@<\wd\tw@\hbox to\wd\tw@{#1\hfil}\else#1\fi}
\newcommand{\across}[1]{\makebox[0pt][l]{\parbox[b]{\linewidth}{\raggedright #1}}}
\newcommand{\below}[1]{\makebox[0pt][l]{\parbox[t]{\linewidth}{\raggedright\footnotesize\vskip2pt #1}}}
\newenvironment{together}{\par\addvspace{9pt}\begin{minipage}{\linewidth}\parskip=0pt }%
  {\end{minipage}\par\addvspace{9pt}}
% What those read who cannot see the picture, where the package is there.
\IfFileExists{accsupp.sty}{\usepackage{accsupp}}{\let\BeginAccSupp\@gobble\let\EndAccSupp\@gobble}
\newcommand{\alternative}[2]{\pdfstringdef\spoken{#1}\BeginAccSupp{method=plain,Alt={\spoken}}#2\EndAccSupp{}}
\newcommand{\term}[2]{\par\addvspace{4pt}\hangindent1.5em\hangafter1 \textbf{#1}\hspace{.8em}#2\par}
\newenvironment{listing}{\par\addvspace{6pt}\begingroup\small\raggedright\parskip=0pt
  \leftskip=1.5em }{\par\endgroup\addvspace{6pt}}
% A formula on a line of its own: on several where it is too long, smaller where it cannot be broken.
\newsavebox{\formulas}
\newdimen\wide
\newcommand{\formula}[1]{\measured{#1}%
  \ifdim\wd\formulas>1.4\wide\displayed{$\displaystyle#1$}\else\shrunk\fi}
\newcommand{\formulabox}[1]{\measured{#1}\shrunk}
\newcommand{\measured}[1]{\wide=\linewidth \advance\wide-\mathindent
  \sbox\formulas{\renewcommand{\arraystretch}{1.5}$\displaystyle#1$}}
\newcommand{\shrunk}{\displayed{\ifdim\wd\formulas>\wide
  \resizebox{\wide}{!}{\usebox\formulas}\else\usebox\formulas\fi}}
\newcommand{\displayed}[1]{\par\nopagebreak\addvspace{3pt}%
  {\raggedright\leftskip\mathindent\lineskiplimit3pt\lineskip7pt #1\par}\addvspace{4pt}}
\renewcommand{\@listi}{\leftmargin2.2em\topsep4pt\partopsep0pt\parsep0pt\itemsep3pt}
\let\@listI\@listi \@listi
\pagestyle{fancy}
\fancyhf{}
\renewcommand{\headrulewidth}{0pt}
\fancyfoot[L]{\sffamily\footnotesize\color{faint}<<foot>>}
\fancyfoot[R]{\sffamily\footnotesize\thepage\,/\,\pageref*{end}}
\makeatother
\hypersetup{pdftitle={<<title>>},pdfsubject={<<subtitle>>}}
"""


def preamble(title: str, subtitle: str, foot: str) -> str:
    """All lines before the document begins; the words come in as TeX."""
    colors = "\n".join(
        f"\\definecolor{{{ink}}}{{HTML}}{{{color[1:].upper()}}}" for ink, color in INKS.items()
    )
    parts = {"margin": str(MARGIN), "colors": colors, "foot": foot, "title": title, "subtitle": subtitle}
    return re.sub(r"<<(\w+)>>", lambda name: parts[name[1]], _TEXT.lstrip())
