main.main;main.(*Pool).worker;main.parse;runtime.mallocgc 640
runtime.main;main.main;main.Map[...].Get 12
