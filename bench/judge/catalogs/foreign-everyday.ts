// Everyday prompts of offices in German, French and Spanish that belong to no trail: a spread of the English lists
// (words/en/everyday-prompts.txt, every ninth, and everyday-phrases.txt, every nineteenth line) put into the three
// languages, as far as a line can be. For development: what is wrong with the lists of a language may be read off them.

const PROMPTS: Readonly<Record<'de' | 'fr' | 'es', string>> = {
  de: `
guten Morgen
wer bist du und was kannst du
erzähl mir etwas Lustiges über Katzen
was hast du gerade gesagt
ich habe eine Frage
gib mir mehr Beispiele
prüfe meine Grammatik
was würdest du empfehlen
schreib einen Brief
wie viele Planeten gibt es
wie viele Menschen leben in Japan
zehn Meilen in Kilometer umrechnen
was reimt sich auf Orange
wer hat Penicillin entdeckt
wie mache ich den Abfluss in der Küche frei
was kann ich meiner Oma schenken
stell einen Timer auf zehn Minuten
billige Flüge nach Barcelona im Juli
welches Museum ist am Sonntag kostenlos
Karten für das Konzert am Freitag
wie mache ich einen Screenshot
meine Tastatur schreibt falsche Buchstaben
wie leere ich den Cache
soll ich eine Wohnung kaufen oder mieten
meine Freundin ist böse auf mich
wie bekomme ich meinen Führerschein
male ein Bild von einem Einhorn
ist das Büro am Freitag geschlossen
was habe ich verpasst, während ich weg war
was zieht man zu der Feier an
klar
korrigiere diesen Absatz
spiel ein Spiel mit mir
das schnellste Landtier
Pfannkuchen ohne Eier
Farbe für eine feuchte Wand
Geburtstagskuchen für ein Kind
billiges Hotel am Meer
Postfach ist voll
Sicherung von meinem Handy
Parkplatz für heute
die Pflanzen brauchen Wasser
Blumen bestellen
Vorname und Nachname trennen in Excel
Kuchen steht in der Küche, bedient euch
1299 minus 17%
Fläche eines Kreises mit 3 m Durchmesser
Steuerklasse 3 oder 4 für Verheiratete
private oder gesetzliche Krankenversicherung
schwanger in der achten Woche, was darf ich nicht essen
Matratze mittel oder hart
warum ging Rom unter
höchster Berg in Afrika
Kompliment für eine Freundin
Rede für die goldene Hochzeit
Sitzplan für acht Personen
die E-Mail sagt, ich habe ein Handy gewonnen`,
  fr: `
bonjour
qui es-tu et que sais-tu faire
dis-moi quelque chose de drôle sur les chats
qu'est-ce que tu viens de dire
j'ai une question
donne-moi plus d'exemples
vérifie ma grammaire
que recommanderais-tu
écris une lettre
combien y a-t-il de planètes
combien de personnes vivent au Japon
convertir dix miles en kilomètres
qu'est-ce qui rime avec orange
qui a découvert la pénicilline
comment déboucher l'évier de la cuisine
que puis-je offrir à ma grand-mère
mets un minuteur de dix minutes
vols pas chers pour Barcelone en juillet
quel musée est gratuit le dimanche
billets pour le concert de vendredi
comment faire une capture d'écran
mon clavier tape les mauvaises lettres
comment vider le cache
faut-il acheter ou louer un appartement
mon amie est fâchée contre moi
comment passer le permis de conduire
dessine une licorne
le bureau est-il fermé vendredi
qu'est-ce que j'ai raté pendant mon absence
comment s'habiller pour la fête
d'accord
corrige ce paragraphe
joue à un jeu avec moi
l'animal terrestre le plus rapide
crêpes sans œufs
peinture pour un mur humide
gâteau d'anniversaire pour un enfant
hôtel pas cher au bord de la mer
ma boîte mail est pleine
sauvegarde de mon téléphone
place de parking pour aujourd'hui
les plantes ont besoin d'eau
commander des fleurs
séparer prénom et nom dans Excel
il y a du gâteau dans la cuisine, servez-vous
1299 moins 17 %
surface d'un cercle de 3 m de diamètre
impôt commun ou séparé pour un couple marié
quelle mutuelle choisir
enceinte de huit semaines, quels aliments éviter
matelas ferme ou souple
pourquoi Rome est-elle tombée
la plus haute montagne d'Afrique
un compliment pour une amie
discours pour des noces d'or
plan de table pour huit personnes
le mail dit que j'ai gagné un téléphone`,
  es: `
buenos días
quién eres y qué sabes hacer
dime algo gracioso sobre los gatos
qué acabas de decir
tengo una pregunta
dame más ejemplos
revisa mi gramática
qué me recomiendas
escribe una carta
cuántos planetas hay
cuántas personas viven en Japón
convertir diez millas a kilómetros
qué rima con naranja
quién descubrió la penicilina
cómo desatasco el fregadero de la cocina
qué le puedo regalar a mi abuela
pon un temporizador de diez minutos
vuelos baratos a Barcelona en julio
qué museo es gratis los domingos
entradas para el concierto del viernes
cómo hago una captura de pantalla
mi teclado escribe letras equivocadas
cómo borro la caché
es mejor comprar o alquilar un piso
mi amiga está enfadada conmigo
cómo saco el carné de conducir
dibuja un unicornio
está cerrada la oficina el viernes
qué me perdí mientras estaba fuera
qué me pongo para la fiesta
claro
corrige este párrafo
juega a un juego conmigo
el animal terrestre más rápido
tortitas sin huevos
pintura para una pared húmeda
tarta de cumpleaños para un niño
hotel barato junto al mar
mi buzón está lleno
copia de seguridad de mi móvil
plaza de aparcamiento para hoy
las plantas necesitan agua
pedir flores
separar nombre y apellido en Excel
hay tarta en la cocina, servíos
1299 menos 17 %
área de un círculo de 3 m de diámetro
declaración conjunta o individual para casados
qué seguro médico me conviene
embarazada de ocho semanas, qué comidas evitar
colchón firme o blando
por qué cayó Roma
la montaña más alta de África
un cumplido para una amiga
discurso para las bodas de oro
plano de mesa para ocho personas
el correo dice que he ganado un móvil`,
};

/** The prompts of each language. */
export const FOREIGN_EVERYDAY: Readonly<Record<keyof typeof PROMPTS, readonly string[]>> = {
  de: PROMPTS.de.trim().split('\n'),
  fr: PROMPTS.fr.trim().split('\n'),
  es: PROMPTS.es.trim().split('\n'),
};
