import type { Code, Vocabulary } from '../tongue.ts'

/**
 * How people talk around what they ask for, by tongue: greetings, what they tell of themselves, how they correct
 * themselves, how they say yes to something, and the bare words that go on to the next step.
 */
export const TALK: Record<Code, Partial<Vocabulary>> = {
  en: {
    verb: {
      leaveField:
        'leave the field, leave the input, leave the input field, leave the text field, tab out of the field, tab out of it, tab out, tab away, move out of the field, blur the field, click outside the field, click outside of the field, click somewhere else, click elsewhere, leave it and move on',
      choose: "take, i will take, i'll take, we'll take, go with",
      delete: 'take out, take off, take away, take down, leave out, throw out, kick out, drop from, strip',
      increase: 'increase, raise, bump up, turn up, crank up, step up',
      decrease: 'decrease, lower, reduce, turn down, step down, drop to',
      search:
        "i'm looking for, i am looking for, we're looking for, we are looking for, i search for, do a search on",
      lookIn:
        "see, look in, look into, look under, look inside, look on, check under, check in, see under, look within, it's in, it is in, it's under, it is under, you find it in, you find it under, you'll find it in, you'll find it under, you will find it in, you will find it under, it should be in, it should be under",
      assign: 'assign, reassign, hand over, allocate',
      export: 'export, exporting',
      compare: 'compare, comparing',
      uncheck: 'disallow, forbid, deactivate, mute',
      trust: 'trust, remember',
      trade:
        'reschedule, withdraw, transfer, merge, duplicate, unfollow, enrol in, enroll in, enrol, enroll, request, renew, donate, vote for, vote, upgrade, downgrade, translate, extend, postpone, pause',
    },
    little: {
      ahead: 'forward, forwards, ahead, further, onwards, onward, later, on',
      behind: 'back, backwards, backward, earlier',
      unit: 'day, days, week, weeks, month, months, year, years, slide, slides, step, steps, page, pages, photo, photos, screen, screens',
      moves: 'go, move, jump, skip, advance, flip, leaf, step, page, scroll, browse, click',
      both: 'the two, both, both of them, the three, them, all three, the four, each, each of them, these, those two, these two, the pair',
      greet:
        'hi there, hi, hello there, hello, hey there, hey, good morning, good afternoon, good evening, dear assistant, thanks a lot, thanks so much, thanks in advance, thanks, many thanks, thank you very much, thank you so much, thank you, thx, ty, cheers, oops, whoops, hmm, hm, well, sorry, great, perfect, cool, nice, ok, okay, alright, right, yes, yeah, bye',
      polite:
        "but, plz, pls, hmm, oops, sorry, well, great, perfect, alright, right, yes, we want to, we'd like to, we would like to, could we, can we, can i, could i, may i, is it possible to, i was wondering if you could, would it be possible to, it would be great if you could, i think you should, you may, we need you to, do me a favour and, do me a favor and, quickly, would u, could u, can u, pretty please, i want, i'd like, i would like, we want, we need, we'd like, we would like, i also want to, i also want, i also need to, i also need, i'd also like to, i'd also like, i would also like, we also want, we also need",
      trailing:
        'again, too, yet, for us, plz, pls, anymore, any more, at once, instead, thx, cheers, will you, would you, right now, now, right away, thanks a lot, many thanks, if you would',
      person:
        "i'm, i am, i've, i have, i was, i live, i work, i can't, i cannot, i don't, i do not, i didn't, i had, i got, i think, i know, i usually, i always, i never, i just, i will, i'll, i forgot, i lost, i moved, i, we're, we are, we've, we have, we live, we were, we don't, we can't, we will, we'll, we, it's, it is, it was, there's, there is, there are, that's, that is, this is, they're, they are, they, he's, he is, he, she's, she is, she, you're, my wife, my husband, my son, my daughter, our family, somebody, someone, everyone, nobody",
      equals: 'is called, is named, is, are, equals, reads, says',
      ought:
        'should say, should read, should be, shall be, shall say, must be, must say, must read, has to be, has to say, ought to be, ought to say, will be, needs to be, needs to say, is to be',
      asked:
        "you are asked to, you're asked to, you get asked to, you are asked for, you're asked for, it asks you to, it asks me to, it asks you for, it asks for, it wants you to, the page asks you to, the page asks for, the site asks you to, the site asks for, they ask you to, they ask for, you have to, you need to, you must, you are prompted to, prompted to, prompted for, asked to, asked for, need be, you get",
      consent:
        'i agree to, i agree with, i agree that, i agree, i accept, i consent to, i consent, i confirm that, i confirm, i have read and accept, i have read, i am happy with, i approve, yes to',
      onward: 'next, next step, next one, continue, proceed, go on, done, finish, ok, skip',
      correct:
        'no wait, no sorry, wait no, sorry no, i mean, i meant, i meant to say, or rather, rather, actually no, actually, no actually, scratch that, sorry i meant, sorry i mean, oops i meant, correction, make that, on second thought, on second thoughts',
    },
  },
  de: {
    little: {
      ahead: 'weiter, vor, vorwärts, nach vorn, nach vorne, später',
      behind: 'zurück, rückwärts, früher',
      unit: 'tag, tage, woche, wochen, monat, monate, jahr, jahre, seite, seiten, schritt, schritte, bild, bilder, folie',
      moves:
        'geh, gehe, gehen sie, blättere, blätter, spring, springe, klick, schalte, wechsle, rück, rücke, scroll, scrolle',
      both: 'die beiden, beide, die zwei, die drei, sie alle',
      greet:
        'hallo zusammen, hallo, hi, hey, guten tag, guten morgen, guten abend, moin, servus, liebe grüße, viele grüße, danke schön, danke dir, danke, vielen dank, besten dank, dankeschön, ups, hoppla, hm, sorry, entschuldigung, super, gut, okay, ok, ja, prima, na gut, also',
      polite:
        'aber, doch, hallo, ok, okay, ups, sorry, also, ja, gut, super, könntest du mir, kannst du mir, können sie mir, könnten sie mir, würden sie bitte, würden sie, würdest du bitte, wärst du so nett, ich würde gern, ich würde gerne, ich möchte gern, ich möchte gerne, wir möchten, wir wollen, bitte mal, kannst du mal, könntest du mal, und, mir bitte, uns bitte, ich hätte gern, ich hätte gerne, wir hätten gern, wir hätten gerne, ich brauche, wir brauchen, ich bräuchte',
      trailing:
        'wieder, noch, vielen dank, danke dir, danke schön, sofort, gleich, für uns, doch, mal, zuerst, zuvor, noch einmal, nochmal, erneut',
      person:
        'ich, wir, er, sie, man, es ist, es gibt, es war, meine frau, mein mann, mein sohn, meine tochter, hier ist, das ist, da ist, leider, eigentlich',
      equals: 'ist, sind, lautet, lauten, heißt, beträgt, wäre',
      ought: 'soll, sollte, muss, sollen',
      asked: 'du dich, sie sich, nach, du nach, man nach, man dich, du aufgefordert wirst zu, eine, ein',
      consent:
        'ich stimme, stimme ich zu, stimme ich, ich akzeptiere, akzeptiere ich, ich willige in, ich willige ein in, bin ich einverstanden, ich bin einverstanden mit, bestätige ich, ich bestätige, ich habe gelesen, habe ich gelesen',
      onward: 'weiter, nächster schritt, fertig, ok, zum nächsten schritt, weiter gehts, überspringen',
      correct:
        'nein warte, nein doch, ich meine, ich meinte, besser gesagt, oder besser, oder doch lieber, doch lieber, lieber doch, vielmehr, quatsch, korrektur, nein lieber',
      particle:
        'raus, heraus, rein, herein, hinein, her, runter, rauf, zurück, los, fort, fest, frei, mit, durch',
    },
    verb: {
      leaveField:
        'verlasse das feld, verlass das feld, verlassen sie das feld, verlasse das eingabefeld, klicke woanders hin, klick woanders hin',
      delete:
        'nimm raus, nimm heraus, nimm weg, nehmen sie raus, wirf raus, wirf weg, streiche, streich, mach weg, lass weg, herausnehmen, rausnehmen, nimm aus, tu raus',
      go: 'gehe in, geh in, gehe ins, geh ins, wechsle in, wechsle auf, spring zu, springe zu, geh auf die, gehe auf die',
      download:
        'lade, lade dir, lad herunter, lad runter, lade runter, lad, exportiere, exportier, exportieren, speichere als',
      set: 'stelle um, stell ein, stell um, änder, setz, setzen, passe an, pass an, ersetze, ersetz, bearbeite, bearbeiten, mach',
      increase: 'erhöhe, erhöh, erhöhen, steigere, dreh hoch, stell höher, mach lauter, mach wärmer',
      decrease:
        'verringere, reduziere, senke, senk, dreh runter, stell niedriger, mach leiser, mach kälter, vermindere',
      cancel:
        'storniere, storniere, stornier, stornieren, sage ab, sag ab, absagen, breche ab, mach rückgängig, mache rückgängig, rückgängig machen, widerrufe',
      read: 'verrate mir, verrat mir, schau nach, schaue nach, sieh nach, prüfe, prüf, überprüfe, sagen, mitteilen, teile mir mit, zeig',
      open: 'schau in, schau im, schaue in, schaue im, sieh im, ruf auf, ruf, klick dich zu, blättere zu',
      transfer: 'überweise, überweis, überweisen',
      rate: 'bewerte, bewerten',
      assign: 'weise zu, weise, zuweisen, ordne zu, übertrage',
      rename: 'benenne um, benenne, umbenennen, nenne um',
      post: 'veröffentliche, poste, kommentiere',
      apply: 'bewirb dich auf, bewerbe, beantrage, beantragen',
      invite: 'lade ein, einladen, lad ein',
      mark: 'markiere, kennzeichne, merke',
      archive: 'archiviere, archivieren',
    },
  },
  fr: {
    little: {
      ahead: 'en avant, plus loin, avance, plus tard',
      behind: 'en arrière, recule, plus tôt',
      unit: 'jour, jours, semaine, semaines, mois, an, année, années, page, pages, étape, étapes, photo',
      moves: 'avance, avancez, va, allez, recule, reculez, saute, passe, passez',
      both: 'les deux, ces deux, les trois, tous les deux, toutes les deux',
      greet:
        "bonjour, bonsoir, salut, coucou, merci beaucoup, merci bien, merci, merci d'avance, oups, zut, désolé, désolée, pardon, parfait, super, bon, ok, oui, bonne journée, alors",
      polite:
        "mais, bonjour, salut, ok, oui, bon, alors, oups, pardon, j'aimerais, je souhaite, je souhaiterais, nous voulons, nous voudrions, on voudrait, tu peux, vous pouvez, est-ce que tu peux, est-ce que vous pouvez, peux-tu me, pourrais-tu me, pouvez-vous me, pourriez-vous me, merci de bien vouloir, j'ai besoin d', j'ai besoin de, il me faut, j', aimerais, me, moi, nous",
      trailing:
        'encore, stp, à nouveau, de nouveau, tout de suite, merci beaucoup, pour nous, aussi, maintenant, merci bien',
      person:
        "je, j', nous, on, il, elle, ils, elles, c'est, c', il y a, ma femme, mon mari, mon fils, ma fille, voici, voilà",
      equals: 'est, sont',
      ought: 'doit être, doit dire, devrait être, sera, doivent être, devrait dire',
      asked:
        "on te demande de, on vous demande de, on te demande d', il faut, on demande, le site demande de, tu dois, vous devez, on te demande, on vous demande",
      consent:
        "j'accepte, j' accepte, je consens à, je suis d'accord avec, je suis d' accord avec, je confirme, j' approuve, j' ai lu et accepte, j' ai lu",
      onward: 'suivant, continuer, étape suivante, terminer, ok, passer, suite',
      correct: 'non attends, non pardon, je veux dire, je voulais dire, ou plutôt, plutôt, enfin non, pardon',
    },
    verb: {
      leaveField: 'quitte le champ, quittez le champ, clique ailleurs, cliquez ailleurs, sors du champ',
      go: 'passe à la, passe au, passe à, passe aux, passez au, passez aux, passer à, reviens à, reviens au, retourne à, retourne au, retournez à, va aux, allez aux, rends-toi sur, aller au, aller dans',
      set: 'mets à jour, passe en, passez en, augmente à, remplace, remplacez, fixe, mettre, corrige',
      switchTo: 'passe le site en, passe la page en',
      increase: 'augmente, augmentez, augmenter, monte',
      decrease: 'diminue, diminuez, réduire, baisse, baissez',
      delete: 'enlève, enlevez, enlever, retirer, ôte, sors',
      subscribe: 'abonne, abonnez, inscris, inscrire, abonner',
      submit: 'envoie le formulaire, envoyez le formulaire',
      read: 'dis, dites, donne, donnez, montre, dire, donner, vérifie, vérifiez, indique-moi, regarde, lire, savoir, voir',
      cancel: 'annuler, défais, résilie, résiliez',
      rate: 'note, notez, évalue, évaluez, noter',
      post: 'publie, publiez, publier, poste, commente, commentez',
      download: 'exporte, exportez, exporter',
      rename: 'renomme, renommez, renommer',
      assign: 'attribue, assigne, affecte',
      invite: 'invite, invitez, inviter',
      pay: 'paie, payez, payer, règle la commande',
      archive: 'archive, archivez, archiver',
      transfer: 'vire, virez, virer',
      mark: 'marque, marquez, marquer',
      apply: 'applique, appliquez, appliquer, postule à, demande, demandez, demander',
    },
  },
  es: {
    little: {
      ahead: 'adelante, hacia adelante, más adelante, avanza, avance',
      behind: 'atrás, hacia atrás, retrocede, retroceda',
      unit: 'día, días, semana, semanas, mes, meses, año, años, página, páginas, paso, pasos, foto',
      moves: 've, avanza, avance, retrocede, retroceda, pasa, salta, vaya',
      both: 'los dos, las dos, ambos, ambas, los tres, las tres',
      greet:
        'hola, buenas, buenos días, buenas tardes, buenas noches, muchas gracias, gracias, mil gracias, perdón, perdona, lo siento, uy, vaya, perfecto, genial, vale, ok, sí, bueno, saludos, hasta luego',
      polite:
        'pero, hola, vale, ok, sí, bueno, perdón, uy, podrías por favor, puedes por favor, podría por favor, podrías, puedes, me podrías, me puedes, quisiera, querría, queremos, necesito, necesitamos, me gustaría, nos gustaría, quiero que me, quieres, hay que, tienes que, debes, me, nos',
      trailing:
        'otra vez, de nuevo, también, muchas gracias, ahora, ya, ahora mismo, para nosotros, nuevamente, todavía',
      person:
        'yo, nosotros, estoy, estamos, soy, somos, tengo, tenemos, vivo, vivimos, trabajo, no puedo, no sé, hay, es que, mi mujer, mi marido, mi hijo, mi hija, él, ella, ellos, aquí está, esto es',
      equals: 'es, son',
      ought: 'debe ser, debe decir, debería ser, debería decir, será, tiene que ser',
      asked: 'te piden, te pide, te pide que, pide, piden, tienes que, hay que, se te pide',
      consent:
        'acepto, estoy de acuerdo con, doy mi consentimiento a, consiento, confirmo que, confirmo, autorizo, he leído y acepto, he leído',
      onward: 'siguiente, continuar, siguiente paso, continúa, sigue, seguir, terminar, ok, omitir, adelante',
      correct:
        'no espera, no perdón, quiero decir, quise decir, quería decir, mejor dicho, o mejor, mejor, perdón',
    },
    verb: {
      leaveField: 'sal del campo, salga del campo, haz clic fuera del campo, haz clic en otro sitio',
      rate: 'valora, valore, valorar, puntúa, puntúe, puntuar, califica, califique, calificar, evalúa',
      post: 'publica, publique, publicar, comenta, comente, comentar',
      set: 'actualiza, actualice, pasa, sustituye, reemplaza, edita, edite, editar, corrige, poner, fija',
      increase: 'aumenta, aumente, aumentar, incrementa',
      decrease: 'disminuye, reduce, reduzca, disminuir',
      delete: 'quite, quitar, saca, elimine, suprime',
      read: 'dígame, di, decir, dar, comprueba, compruebe, mira, mire, averigua, indica, dinos',
      go: 'pasa a, pasa al, pasa a la, vuelve a, vuelve al, vuelve a la, regresa a, avanza a, avanza al, retrocede a, ve hasta, ve, vete a',
      download: 'exporta, exporte, exportar, bájate, baja el, baja la',
      rename: 'renombra, renombre, renombrar',
      assign: 'asigna, asigne, asignar',
      apply: 'solicita, solicite, solicitar, aplica, aplique, aplicar',
      book: 'pide cita, pedir cita',
      pay: 'paga, pague, pagar',
      invite: 'invita, invite, invitar',
      choose: 'toma, tome, coge, coja',
      archive: 'archiva, archive, archivar',
      transfer: 'transfiere, transfiera, transferir',
      subscribe: 'suscribe, suscríbeme a, apúntame a, inscríbeme en, inscribe, apunta, suscribir',
      mark: 'señala, marca como',
      cancel: 'anula, anule, anular, deshaz, deshacer',
    },
  },
  it: {
    little: {
      ahead: 'avanti, in avanti, più avanti',
      behind: 'indietro',
      unit: 'giorno, giorni, settimana, settimane, mese, mesi, anno, anni, pagina, pagine, passo, foto',
      moves: 'vai, passa, salta, torna, sposta, scorri',
      both: 'i due, entrambi, entrambe, le due, i tre, le tre',
      greet:
        'ciao, salve, buongiorno, buonasera, buon pomeriggio, grazie mille, tante grazie, grazie, scusa, scusi, ops, perfetto, bene, ok, sì, va bene, saluti',
      polite:
        'ma, però, ciao, salve, buongiorno, buonasera, ok, sì, va bene, scusa, scusi, ops, mi potresti, mi puoi, potresti per favore, puoi per favore, vorremmo, vogliamo, ho bisogno di, abbiamo bisogno di, mi serve, desidero, bisogna, devi, mi, ci',
      trailing: 'di nuovo, ancora, anche, grazie mille, adesso, subito, per noi, ora',
      person:
        'io, noi, sono, siamo, ho, abbiamo, vivo, abito, abitiamo, lavoro, non posso, non so, mia moglie, mio marito, mio figlio, mia figlia, ecco, lui, lei, loro',
      equals: 'è, sono',
      ought: 'deve essere, deve dire, dovrebbe essere, sarà',
      asked: 'ti chiede di, ti chiede, chiede di, ti viene chiesto di, devi, bisogna',
      consent:
        "accetto, acconsento a, acconsento, sono d'accordo con, confermo che, confermo, approvo, ho letto e accetto, ho letto",
      onward: 'avanti, continua, prosegui, successivo, prossimo passo, fine, ok, salta',
      correct: 'no aspetta, no scusa, voglio dire, volevo dire, anzi, o meglio, meglio',
      article: "i miei, le mie, i tuoi, le tue, il mio, la mia, il tuo, la tua, dell', quella, quel",
    },
    verb: {
      leaveField: 'esci dal campo, clicca altrove',
      delete: 'togli, togliere, rimuovere, leva, toglie',
      rate: 'valuta, valutare, vota, votare',
      post: 'pubblica, pubblicare, commenta, commentare',
      set: 'aggiorna, aggiornare, sostituisci, correggi, porta',
      increase: 'aumenta, aumentare, alza',
      decrease: 'diminuisci, diminuire, abbassa',
      read: 'di, dire, controlla, verifica, guarda, mostra, indica, dici, dare, sapere',
      subscribe: 'iscrivi, iscriviti al, iscrivere, abbona, registra, registrati',
      go: 'torna a, torna alla, torna al, vai avanti a, vai nella, vai nel, andare alla, andare al, passa al',
      download: 'esporta, esportare',
      rename: 'rinomina, rinominare',
      assign: 'assegna, assegnare',
      pay: 'paga, pagare',
      invite: 'invita, invitare',
      choose: 'prendi, prendere',
      archive: 'archivia, archiviare',
      apply: 'applica, richiedi, richiedere',
      mark: 'segna, segnala, contrassegna',
      check: 'metti la spunta a, metti la spunta su',
    },
  },
  pt: {
    little: {
      ahead: 'para a frente, para frente, adiante, avance, avança',
      behind: 'para trás, volte, recue, recua',
      unit: 'dia, dias, semana, semanas, mês, meses, ano, anos, página, páginas, passo, foto',
      moves: 'avance, avança, vá, vai, recue, recua, pule, passe, volte',
      both: 'os dois, as duas, ambos, ambas, os três, as três',
      greet:
        'olá, oi, bom dia, boa tarde, boa noite, muito obrigado, muito obrigada, obrigado, obrigada, valeu, desculpa, desculpe, ops, perfeito, ótimo, ok, sim, certo, até logo',
      polite:
        'mas, porém, olá, oi, bom dia, boa tarde, boa noite, ok, sim, desculpa, desculpe, ops, podes, podias, poderias, pode por favor, você pode me, pode me, queria, queremos, gostaríamos de, preciso de, precisamos de, preciso, quero que, quer, tem que, deve, me, nos',
      trailing:
        'de novo, novamente, outra vez, também, muito obrigado, muito obrigada, agora, já, para nós, ainda',
      person:
        'eu, nós, estou, estamos, sou, somos, tenho, temos, moro, moramos, trabalho, não posso, não sei, há, minha mulher, meu marido, meu filho, minha filha, ele, ela, eles, aqui está',
      equals: 'é, são',
      ought: 'deve ser, deve dizer, deveria ser, será, tem de ser, tem que ser',
      asked: 'te pedir para, pedir para, for pedido, pedirem, te pedirem para, tiver que',
      consent: 'aceito, concordo com, concordo, consinto, confirmo que, confirmo, autorizo, li e aceito, li',
      onward: 'próximo, próxima, continuar, seguinte, avançar, próximo passo, terminar, ok, pular, continue',
      correct: 'não espera, não desculpa, quero dizer, quis dizer, ou melhor, melhor dizendo, aliás',
      article: 'os meus, as minhas, o meu, a minha, minhas, meus, seus, suas',
    },
    verb: {
      leaveField: 'saia do campo, clique fora do campo',
      rate: 'avalie, avaliar, avalia, classifica, dê nota a',
      post: 'publique, publica, publicar, comente, comentar, comenta',
      set: 'altera, muda, atualize, atualiza, edite, edita, editar, substitua, troque, troca, corrija',
      increase: 'aumente, aumenta, aumentar',
      decrease: 'diminua, diminui, reduza, reduz, diminuir',
      delete: 'remove, remover, tire, tira, apaga, elimina, eliminar, retire, exclui',
      read: 'diga, dizer, veja, ver, verifique, verifica, confira, informe, mostra',
      search: 'pesquisa por, pesquisa, procura por, procura, procurar, procure, busca, busca por',
      save: 'salva, guarda, grava',
      go: 'vá ao, vá à, vai ao, vai à, passe para, passa para, volte para, volte ao, volte à, avance para, ir ao, ir à',
      download: 'baixa, descarrega, exporte, exporta, exportar, faz o download de, faça o download de',
      rename: 'renomeie, renomeia, renomear, mude o nome de',
      assign: 'atribua, atribui, atribuir',
      pay: 'pague, paga, pagar',
      invite: 'convide, convida, convidar',
      contact: 'contacte, contacta, contate, contactar',
      book: 'reserva, marque uma consulta, agende, agenda, agendar',
      renew: 'renove, renova, renovar',
      archive: 'arquive, arquiva, arquivar',
      apply: 'aplique, aplica, solicite, solicita, solicitar',
      cancel: 'cancela, desfaça, desfaz, anule, anula',
      check: 'assinale, assinala',
    },
  },
  nl: {
    little: {
      ahead: 'verder, vooruit, later, naar voren',
      behind: 'terug, achteruit, eerder',
      unit: 'dag, dagen, week, weken, maand, maanden, jaar, jaren, pagina, stap, stappen, foto',
      moves: 'ga, spring, blader, schuif, klik',
      both: 'de twee, beide, beiden, allebei, de drie',
      greet:
        'hallo, hoi, hey, dag, goedemorgen, goedemiddag, goedenavond, heel erg bedankt, hartelijk dank, dank je wel, dank je, dank u, bedankt, dankjewel, oeps, sorry, prima, mooi, oké, ok, ja, groetjes, tot ziens',
      polite:
        'maar, hallo, hoi, goedemorgen, oké, ok, ja, sorry, oeps, kun je me, kan je me, kunt u me, zou je, zou u, wilt u, ik wil graag, ik zou graag, we willen, wij willen, we willen graag, ik heb nodig, we hebben nodig, mij, me, even',
      trailing: 'weer, ook, nu, meteen, opnieuw, nog een keer, dank je wel, voor ons, dankjewel, even, eerst',
      person:
        'ik, wij, we, hij, zij, het is, er is, er zijn, mijn vrouw, mijn man, mijn zoon, mijn dochter, hier is, dat is, dit is, helaas',
      equals: 'is, zijn, luidt, heet',
      ought: 'moet zijn, moet luiden, moet, wordt',
      asked: 'je moet, je wordt gevraagd om, u moet, er gevraagd wordt om, je gevraagd wordt om',
      consent:
        'ik ga akkoord met, ik accepteer, ik stem in met, ik bevestig dat, ik bevestig, ga ik akkoord, ik heb gelezen',
      onward: 'volgende, doorgaan, verder, volgende stap, klaar, ga door, ok, overslaan',
      correct: 'nee wacht, nee sorry, ik bedoel, ik bedoelde, of liever, of nee, liever',
      particle: 'uit, terug, weg, mee, bij, over, klaar, door, los, eruit, erin',
    },
    verb: {
      leaveField: 'verlaat het veld, klik ergens anders',
      delete: 'haal weg, haal uit, haal eruit, gooi weg, wis, neem eruit, haal',
      rate: 'beoordeel, beoordelen, waardeer, geef een beoordeling aan',
      post: 'plaats, publiceer, reageer, plaatsen',
      set: 'zet op, bewerk, werk bij, vervang, verander, zet om, maak er, instellen, wijzigen, veranderen',
      increase: 'verhoog, verhogen, zet hoger',
      decrease: 'verlaag, verlagen, zet lager, verminder',
      cancel: 'zeg af, afzeggen, maak ongedaan, herroep',
      read: 'vertel, controleer, kijk na, kijk of, kijk, laat zien, laat me zien, zeggen, vertellen, weten',
      submit: 'verzenden, versturen, indienen',
      pay: 'betaal, betalen, reken af, afrekenen',
      rent: 'huur, huren',
      open: 'ga terug naar, kijk in, kijk bij, kijk op',
      download: 'exporteer, exporteren, sla op als',
      rename: 'hernoem, hernoemen, geef een andere naam',
      assign: 'wijs toe, toewijzen, ken toe',
      invite: 'nodig uit, uitnodigen',
      archive: 'archiveer, archiveren',
      apply: 'pas toe, vraag aan, solliciteer op',
      mark: 'markeer, markeren',
      subscribe: 'schrijf me in voor, meld me aan voor',
    },
  },
}
