// Prompts in German, French and Spanish for the English trails of two development catalogs: one unseen English prompt
// of each trail (its second) put into the three languages, in the order of the trails. For development, with
// foreign-everyday.ts: figures of these may be looked at one by one.
import type { AuthoredCatalog } from './authored-trail.ts';
import { SHORT_CATALOG } from './development-short.ts';
import { FOREIGN_EVERYDAY } from './foreign-everyday.ts';
import { OFFICE_CATALOG } from './office.ts';

type Language = keyof typeof FOREIGN_EVERYDAY;

const CALIBRATION: Readonly<Record<Language, string>> = {
  de: `
unser Backend-Team wächst, ich brauche eine Ausschreibung für einen erfahrenen Entwickler
Bewertungsbogen für Kandidaten auf die Analystenstelle
wir haben uns für jemand anderen entschieden, sag den übrigen Kandidaten ab
Checkliste zur Einarbeitung eines jungen Buchhalters
wie schreibe ich, dass jemand die Erwartungen übertroffen hat
der Käufer droht mit einer schlechten Bewertung, was schreibe ich
mach aus diesem Chat mit einem Kunden eine Schritt-für-Schritt-Anleitung für die Hilfeseiten
wie spreche ich einen möglichen Kunden an, den ich auf der Messeliste gefunden habe
Hintergrund zum Kunden vor unserem Videogespräch
erstelle ein Verkaufsangebot für eine zweijährige Lizenz
wie verteidige ich unseren Preis gegen einen billigen Konkurrenten
Redaktionsplan für unsere sozialen Kanäle im Herbst
Pressemeldung zur Übernahme eines Start-ups
SEO-Text für die Kategorieseite mit Gartenstühlen
sieh die Reisekosten durch und sag mir, was gegen die Regeln verstößt
letzte Warnung, bevor das Inkasso kommt
erkläre die Lücke zwischen geplantem Umsatz und echten Verkäufen
erkläre den Haftungsteil des Lizenzvertrags für einen Laien
ein Papier, das der Agentur verbietet, unsere Daten weiterzugeben
Löschantrag nach DSGVO von einem Newsletter-Abonnenten
mach meine Kritzeleien aus dem Lenkungsausschuss lesbar
eine Seite über Fortschritt und Verzug der Einführung
Anforderungen an die mobile App aus Sicht der Nutzer
was könnte an diesem Patch schiefgehen
Lehren aus dem Ausfall des Shops
Arbeitsanweisung für den Wareneingang im Lager
Entscheidungsmatrix für die Wahl eines Logistikers
Nachricht im Intranet: die Kantine schließt wegen Umbau`,
  fr: `
notre équipe backend grandit, il me faut une annonce pour un développeur expérimenté
grille de notation des candidats au poste d'analyste
nous avons choisi quelqu'un d'autre, préviens les autres candidats
liste d'intégration pour un jeune comptable
comment écrire que quelqu'un a dépassé les attentes
l'acheteur menace de laisser un mauvais avis, que lui répondre
transforme ce chat avec un client en instructions pas à pas pour nos pages d'aide
comment aborder un client potentiel trouvé sur la liste du salon
des informations sur le client avant notre visioconférence
prépare une offre commerciale pour une licence de deux ans
comment défendre notre prix face à un concurrent moins cher
calendrier éditorial de nos réseaux sociaux pour l'automne
communiqué aux médias pour le rachat d'une start-up
texte SEO pour la page des chaises de jardin
regarde les frais de voyage et dis-moi ce qui enfreint les règles
dernier avertissement avant le recouvrement
commente l'écart entre le chiffre prévu et les ventes réelles
explique à un profane la partie responsabilité du contrat de licence
un papier qui interdit à l'agence de partager nos données
demande de suppression RGPD d'un abonné à la newsletter
mets au propre mes gribouillis du comité de pilotage
une page sur l'avancement et les retards du déploiement
exigences de l'application mobile du point de vue de l'utilisateur
qu'est-ce qui pourrait mal tourner avec ce patch
leçons tirées de la panne de la boutique
mode opératoire pour la réception des marchandises à l'entrepôt
matrice de décision pour choisir un transporteur
nouvelle sur l'intranet : la cantine ferme pour travaux`,
  es: `
nuestro equipo de backend crece, necesito una oferta para un desarrollador con experiencia
hoja de puntuación para los candidatos al puesto de analista
hemos elegido a otra persona, avisa a los demás candidatos
lista de incorporación para un contable joven
cómo escribo que alguien superó las expectativas
el comprador amenaza con dejar una mala reseña, qué le contesto
convierte este chat con un cliente en instrucciones paso a paso para las páginas de ayuda
cómo abordo a un posible cliente que vi en la lista de la feria
información del cliente antes de nuestra videollamada
prepara una oferta comercial para una licencia de dos años
cómo defiendo nuestro precio ante un rival más barato
calendario editorial de nuestras redes sociales para otoño
comunicado a los medios por la compra de una startup
texto SEO para la página de sillas de jardín
revisa los gastos del viaje y dime qué incumple las normas
último aviso antes de pasarlo a cobros
comenta la diferencia entre los ingresos previstos y las ventas reales
explica a un lego la parte de responsabilidad del contrato de licencia
un papel que prohíba a la agencia compartir nuestros datos
solicitud de borrado según el RGPD de un suscriptor del boletín
pasa a limpio mis garabatos del comité de dirección
una página sobre el avance y los retrasos del despliegue
requisitos de la aplicación móvil desde el punto de vista del usuario
qué podría salir mal con este parche
lecciones de la caída de la tienda
instrucción de trabajo para la recepción de mercancía en el almacén
matriz de decisión para elegir un operador logístico
noticia en la intranet: la cantina cierra por obras`,
};

const SHORT: Readonly<Record<Language, string>> = {
  de: `
erst halbe Tage, dann mehr, für jemanden, der lange krank war
anonyme Umfrage unter den Mitarbeitern zur Stimmung
bekomme ich frei, wenn mein Kind geboren wird
neue Kollegen und Bonuszahlungen diesen Monat, stimmen die Lohnzettel
ich möchte Kopfhörer für das Team, wie beantrage ich das Geld
Rechnung vom Lieferanten wirkt zu hoch, vergleiche mit der Bestellung
das dritte Quartal in Kürze für den Aufsichtsrat
Marketing will sagen, wir sind die Billigsten, ist das erlaubt
USB-Stick mit den Lebensläufen der Bewerber ist weg
mehr Anmeldungen für unser Zoom-Seminar
Titel-Tags für die Seiten im Shop
fülle die Ausschreibungsunterlage für das Krankenhaus aus
die Hälfte der Telefonnummern in HubSpot ist falsch, räum auf
der neue Kunde soll bis August startklar sein
falsche Farbe geliefert, der Kunde will eine andere
Left Join liefert doppelte Zeilen, warum
kurze Prüfungen für die Freigabe heute Abend
Praktikant braucht ein Login für Jira bis September
der Lieferant verschiebt dauernd den Termin
Finger in der Küche geschnitten, muss in die Akte
Präsentation zur neuen Organisation, höchstens 8 Seiten
färbe die Zellen rot, wenn überfällig`,
  fr: `
d'abord des demi-journées puis plus, pour quelqu'un longtemps malade
sondage anonyme du personnel sur le moral
ai-je droit à un congé à la naissance de mon enfant
nouveaux arrivés et primes ce mois-ci, les fiches de paie sont-elles bonnes
je voudrais des casques pour l'équipe, comment demander le budget
la facture du fournisseur semble trop élevée, compare avec la commande
le troisième trimestre en bref pour le conseil de surveillance
le marketing veut dire que nous sommes les moins chers, est-ce légal
clé USB avec les CV des candidats perdue
plus d'inscriptions à notre conférence Zoom
balises title pour les pages de la boutique
remplis ce dossier d'appel d'offres pour l'hôpital
la moitié des numéros de téléphone dans HubSpot sont faux, fais le ménage
le nouveau client doit être opérationnel en août
mauvaise couleur livrée, le client en veut une autre
le left join me donne des doublons, pourquoi
vérifications rapides avant le déploiement de ce soir
le stagiaire a besoin d'un accès à Jira jusqu'en septembre
le fournisseur repousse toujours la date
doigt coupé à la cuisine, il faut le déclarer
présentation de la nouvelle organisation, 8 pages maximum
colorer les cellules en rouge si en retard`,
  es: `
primero medias jornadas y luego más, para alguien que estuvo mucho tiempo enfermo
encuesta anónima al personal sobre el ánimo
me dan días libres cuando nazca mi hijo
nuevas incorporaciones y primas este mes, están bien las nóminas
quiero auriculares para el equipo, cómo pido el dinero
la factura del proveedor parece muy alta, compárala con el pedido
el tercer trimestre en pocas palabras para el consejo de vigilancia
marketing quiere decir que somos los más baratos, es legal
se ha perdido un USB con los currículums de los candidatos
más inscripciones para nuestra charla por Zoom
etiquetas de título para las páginas de la tienda
rellena este pliego de licitación para el hospital
la mitad de los teléfonos en HubSpot están mal, límpialos
el nuevo cliente debe estar en marcha en agosto
llegó el color equivocado, el cliente quiere otro
el left join me da duplicados, por qué
comprobaciones rápidas para el despliegue de esta noche
el becario necesita acceso a Jira hasta septiembre
el proveedor sigue retrasando la fecha
corte en el dedo en la cocina, hay que registrarlo
presentación de la nueva organización, máximo 8 páginas
pinta las celdas de rojo si está vencido`,
};

/** A catalog asked in a language: `de, calibration` and its like. */
export const FOREIGN_DEVELOPMENT: Readonly<Record<string, AuthoredCatalog>> = Object.fromEntries(
  (['de', 'fr', 'es'] as const).flatMap((language) => [
    [`${language}, calibration`, askedIn(language, OFFICE_CATALOG, CALIBRATION[language])],
    [`${language}, short`, askedIn(language, SHORT_CATALOG, SHORT[language])],
  ]),
);

function askedIn(language: Language, catalog: AuthoredCatalog, prompts: string): AuthoredCatalog {
  const lines = prompts.trim().split('\n');
  if (lines.length !== catalog.trails.length) throw new Error(`${lines.length} prompts for ${catalog.trails.length}`);
  return {
    trails: catalog.trails.map((one, at) => ({ ...one, unseen: lines.slice(at, at + 1), nearMisses: [] })),
    generic: FOREIGN_EVERYDAY[language],
  };
}
