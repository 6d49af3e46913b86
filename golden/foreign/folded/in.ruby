block in <main>;Object#parse;Array#each 640
<main>;Object#draw 12
