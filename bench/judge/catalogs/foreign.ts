// German, French and Spanish prompts for the English trails of the typed catalog, as colleagues abroad would word them.
// Written before the lists of these languages were enlarged; of single prompts no answer was looked at, only totals.
import type { AuthoredCatalog } from './authored-trail.ts';
import { TYPED_CATALOG } from './typed.ts';

type Prompts = Readonly<Record<string, readonly [string, string]>>;

const PROMPTS: Readonly<Record<'de' | 'fr' | 'es', Prompts>> = {
  de: {
    'rank-the-backlog-by-wsjf': [
      'Welche Funktionen sollen wir zuerst bauen?',
      'Sortiere die Liste nach Nutzen und Aufwand',
    ],
    'run-a-root-cause-analysis': [
      'Finde die Ursache für den wiederkehrenden Fehler',
      'Warum fällt die Maschine ständig aus? Bitte analysieren',
    ],
    'answer-a-dsar': [
      'Ein Kunde will wissen, welche Daten wir über ihn speichern',
      'Antwort auf ein Auskunftsersuchen nach DSGVO',
    ],
    'write-up-a-sales-call': [
      'Fasse mein Telefonat mit dem Kunden zusammen',
      'Mach aus den Gesprächsnotizen einen CRM-Eintrag',
    ],
    'draft-team-okrs': ['Ziele für das nächste Quartal formulieren', 'Mach dieses Ziel messbar'],
    'prepare-a-business-review-with-a-customer': [
      'Folien für das Quartalsgespräch mit dem Kunden',
      'Was zeige ich dem Kunden über die letzten drei Monate?',
    ],
    'screen-applications': ['Welche Bewerber sollen wir einladen?', 'Vergleiche die Lebensläufe mit dem Stellenprofil'],
    'write-a-statement-of-work': [
      'Leistungsbeschreibung für den Dienstleister',
      'Schreib auf, was die Agentur bis wann liefern muss',
    ],
    'file-a-change-request': [
      'Änderungsantrag für das Update der Datenbank ausfüllen',
      'Plan für den Fall, dass das Upgrade scheitert',
    ],
    'hold-a-sprint-retrospective': [
      'Ideen für unsere Retrospektive',
      'Was lief gut, was lief schlecht: wie moderiere ich das im Team?',
    ],
    'explain-a-payslip': [
      'Warum habe ich diesen Monat weniger Netto bekommen?',
      'Erkläre den Abzug auf meiner Gehaltsabrechnung',
    ],
    'code-an-incoming-invoice': [
      'Auf welches Konto buche ich diese Rechnung?',
      'Welche Kostenstelle für das Leasing der Laptops?',
    ],
    'chase-an-open-item': [
      'Freundliche Zahlungserinnerung an den Kunden',
      'Zweite Mahnung, die Rechnung ist seit 60 Tagen fällig',
    ],
    'turn-a-fix-into-a-knowledge-article': [
      'Anleitung aus dem gelösten Ticket schreiben',
      'Die Lösung dokumentieren, damit Nutzer sich selbst helfen',
    ],
    'reply-to-a-public-review': ['Antworte auf die schlechte Bewertung im Internet', 'Danke für fünf Sterne sagen'],
    'write-a-customer-newsletter': [
      'Newsletter für Mai mit unserem Angebot',
      'Betreffzeilen für das monatliche Mailing an Kunden',
    ],
    'word-the-texts-of-an-app': ['Kürzerer Text für den Knopf', 'Verständliche Fehlermeldung formulieren'],
    'assess-the-privacy-risk-of-a-tool': [
      'Dürfen wir dieses Werkzeug mit Kundendaten nutzen?',
      'Datenschutz-Folgenabschätzung für das neue Tool',
    ],
    'write-a-database-query': [
      'Abfrage für Bestellungen je Region',
      'Doppelte E-Mail-Adressen in der Datenbank finden',
    ],
    'boil-a-study-down': [
      'Die wichtigsten Punkte der Marktstudie',
      'Der Bericht ist zu lang, fasse das Wesentliche für den Chef zusammen',
    ],
    'audit-a-supplier': [
      'Checkliste für den Besuch beim Lieferanten',
      'Fragen zur Arbeitssicherheit für das Lieferantenaudit',
    ],
    'map-the-stakeholders': [
      'Wer muss über das neue System informiert werden?',
      'Wie gewinne ich den Betriebsrat für das Projekt?',
    ],
    'write-a-test-plan': ['Testfälle für die Anmeldung', 'Was müssen wir vor der Freigabe prüfen?'],
    'write-a-credit-note-letter': [
      'Wir haben doppelt abgerechnet, schreib dem Kunden',
      'Gutschrift wegen falschem Preis erklären',
    ],
    'prepare-an-exit': ['Ein Mitarbeiter verlässt uns, was ist zu tun?', 'Übergabe planen, ich kündige zum Juni'],
  },
  fr: {
    'rank-the-backlog-by-wsjf': [
      'Quelles fonctionnalités construire en premier ?',
      'Classe la liste par valeur et effort',
    ],
    'run-a-root-cause-analysis': [
      'Trouve la cause du défaut qui revient',
      'Pourquoi la machine tombe-t-elle toujours en panne ?',
    ],
    'answer-a-dsar': [
      'Un client veut savoir quelles données nous gardons sur lui',
      "Réponse à une demande d'accès RGPD",
    ],
    'write-up-a-sales-call': ['Résume mon appel avec le client', 'Transforme mes notes en fiche CRM'],
    'draft-team-okrs': ['Objectifs pour le prochain trimestre', 'Rends cet objectif mesurable'],
    'prepare-a-business-review-with-a-customer': [
      'Diapositives pour la revue trimestrielle avec le client',
      'Que présenter au client sur les trois derniers mois ?',
    ],
    'screen-applications': ['Quels candidats inviter ?', 'Compare les CV avec le profil du poste'],
    'write-a-statement-of-work': [
      'Cahier des charges pour le prestataire',
      "Écris ce que l'agence doit livrer et quand",
    ],
    'file-a-change-request': [
      'Demande de changement pour la mise à jour de la base',
      'Plan de retour arrière si la mise à niveau échoue',
    ],
    'hold-a-sprint-retrospective': [
      'Idées pour notre rétrospective',
      "Comment animer le bilan du sprint avec l'équipe",
    ],
    'explain-a-payslip': [
      'Pourquoi mon salaire net est plus bas ce mois-ci ?',
      'Explique cette retenue sur la fiche de paie',
    ],
    'code-an-incoming-invoice': [
      'Sur quel compte comptabiliser cette facture ?',
      'Quel centre de coûts pour la location des ordinateurs ?',
    ],
    'chase-an-open-item': [
      'Relance aimable pour une facture en retard',
      "Dernier rappel avant l'avocat, facture impayée",
    ],
    'turn-a-fix-into-a-knowledge-article': [
      "Rédige un article d'aide à partir du ticket résolu",
      'Documente la solution pour les utilisateurs',
    ],
    'reply-to-a-public-review': ['Réponds à cet avis négatif en ligne', 'Remercier un client pour cinq étoiles'],
    'write-a-customer-newsletter': [
      "Lettre d'information de mai avec notre offre",
      'Objets de mail pour la campagne mensuelle',
    ],
    'word-the-texts-of-an-app': ['Un texte plus court pour le bouton', "Message d'erreur clair et humain"],
    'assess-the-privacy-risk-of-a-tool': [
      'Peut-on utiliser cet outil avec les données clients ?',
      "Analyse d'impact sur la vie privée du nouvel outil",
    ],
    'write-a-database-query': [
      'Requête pour les commandes par région',
      'Trouver les adresses en double dans la base de données',
    ],
    'boil-a-study-down': ["Les points clés de l'étude de marché", "Rapport trop long, donne l'essentiel pour le chef"],
    'audit-a-supplier': [
      'Liste de contrôle pour la visite chez le fournisseur',
      "Questions sur la sécurité pour l'audit fournisseur",
    ],
    'map-the-stakeholders': [
      'Qui doit être informé du nouveau système ?',
      'Comment convaincre le directeur financier du projet ?',
    ],
    'write-a-test-plan': ['Cas de test pour la connexion', 'Que faut-il vérifier avant la mise en production ?'],
    'write-a-credit-note-letter': [
      'Nous avons facturé deux fois, écris au client',
      'Avoir pour une erreur de facturation',
    ],
    'prepare-an-exit': ["Un salarié quitte l'entreprise, que faire ?", 'Préparer la passation avant mon départ'],
  },
  es: {
    'rank-the-backlog-by-wsjf': ['¿Qué funciones construimos primero?', 'Ordena la lista por valor y esfuerzo'],
    'run-a-root-cause-analysis': [
      'Encuentra la causa del fallo que se repite',
      '¿Por qué se para la máquina otra vez?',
    ],
    'answer-a-dsar': ['Un cliente quiere saber qué datos guardamos de él', 'Respuesta a una solicitud de acceso RGPD'],
    'write-up-a-sales-call': ['Resume mi llamada con el cliente', 'Convierte mis notas en una ficha de CRM'],
    'draft-team-okrs': ['Objetivos para el próximo trimestre', 'Haz medible este objetivo'],
    'prepare-a-business-review-with-a-customer': [
      'Diapositivas para la revisión trimestral con el cliente',
      '¿Qué presento al cliente de los últimos tres meses?',
    ],
    'screen-applications': ['¿A qué candidatos invitamos?', 'Compara los currículums con el perfil del puesto'],
    'write-a-statement-of-work': [
      'Alcance del trabajo para el proveedor',
      'Escribe qué debe entregar la agencia y cuándo',
    ],
    'file-a-change-request': [
      'Solicitud de cambio para actualizar la base de datos',
      'Plan para volver atrás si falla la actualización',
    ],
    'hold-a-sprint-retrospective': [
      'Ideas para nuestra retrospectiva',
      'Cómo hablar con el equipo de lo que salió mal en el sprint',
    ],
    'explain-a-payslip': ['¿Por qué cobré menos neto este mes?', 'Explica este descuento de la nómina'],
    'code-an-incoming-invoice': [
      '¿En qué cuenta contabilizo esta factura?',
      '¿Qué centro de coste para el alquiler de portátiles?',
    ],
    'chase-an-open-item': [
      'Recordatorio amable de una factura vencida',
      'Último aviso antes del abogado, no han pagado',
    ],
    'turn-a-fix-into-a-knowledge-article': [
      'Escribe un artículo de ayuda con el ticket resuelto',
      'Documenta la solución para los usuarios',
    ],
    'reply-to-a-public-review': [
      'Responde a esta mala reseña en internet',
      'Agradecer a un cliente las cinco estrellas',
    ],
    'write-a-customer-newsletter': ['Boletín de mayo con nuestra oferta', 'Asuntos para el correo mensual a clientes'],
    'word-the-texts-of-an-app': ['Un texto más corto para el botón', 'Mensaje de error claro y humano'],
    'assess-the-privacy-risk-of-a-tool': [
      '¿Podemos usar esta herramienta con datos de clientes?',
      'Evaluación de privacidad de la nueva herramienta',
    ],
    'write-a-database-query': ['Consulta de pedidos por región', 'Encontrar correos duplicados en la base de datos'],
    'boil-a-study-down': [
      'Los puntos clave del estudio de mercado',
      'El informe es muy largo, dame lo esencial para el jefe',
    ],
    'audit-a-supplier': [
      'Lista de control para la visita al proveedor',
      'Preguntas de seguridad para la auditoría del proveedor',
    ],
    'map-the-stakeholders': [
      '¿Quién tiene que saber del nuevo sistema?',
      '¿Cómo convenzo al director financiero del proyecto?',
    ],
    'write-a-test-plan': ['Casos de prueba para el inicio de sesión', '¿Qué hay que probar antes del lanzamiento?'],
    'write-a-credit-note-letter': [
      'Cobramos dos veces, escribe al cliente',
      'Nota de crédito por un error de facturación',
    ],
    'prepare-an-exit': [
      'Un empleado deja la empresa, ¿qué hay que hacer?',
      'Preparar el traspaso antes de mi último día',
    ],
  },
};

const GENERIC: Readonly<Record<keyof typeof PROMPTS, string>> = {
  de: `
wie wird das Wetter morgen
erzähl mir einen Witz
wie koche ich Reis
mein Drucker geht nicht
was ist die Hauptstadt von Peru
danke, das passt
mach es kürzer
Geschenk für meine Mutter
wann fährt der nächste Zug
wie geht es dir
ein guter Film für heute Abend
wie binde ich eine Krawatte
ich bin müde
übersetze das ins Englische
wie alt ist die Erde`,
  fr: `
quel temps fera-t-il demain
raconte une blague
comment cuire le riz
mon imprimante ne marche pas
quelle est la capitale du Pérou
merci, c'est parfait
plus court
un cadeau pour ma mère
à quelle heure part le prochain train
comment ça va
un bon film pour ce soir
comment nouer une cravate
je suis fatigué
traduis cela en anglais
quel âge a la Terre`,
  es: `
qué tiempo hará mañana
cuéntame un chiste
cómo se cocina el arroz
mi impresora no funciona
cuál es la capital de Perú
gracias, está perfecto
hazlo más corto
un regalo para mi madre
cuándo sale el próximo tren
cómo estás
una buena película para esta noche
cómo se hace el nudo de la corbata
estoy cansado
tradúcelo al inglés
cuántos años tiene la Tierra`,
};

/** The typed catalog, asked in each of the languages. */
export const FOREIGN_CATALOGS: Readonly<Record<string, AuthoredCatalog>> = Object.fromEntries(
  (['de', 'fr', 'es'] as const).map((language) => [
    language,
    {
      trails: TYPED_CATALOG.trails.map((one) => ({ ...one, unseen: PROMPTS[language][one.id] ?? [], nearMisses: [] })),
      generic: GENERIC[language].trim().split('\n'),
    },
  ]),
);
