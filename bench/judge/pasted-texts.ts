// Texts that employees paste around a request: emails, notes, tables, logs. Written for this bench; none is a request.

export const PASTED_TEXTS: readonly string[] = [
  `From: Marta Lindqvist
To: Project team
Subject: Delivery on Tuesday

Dear all, the truck from the northern depot arrives on Tuesday around nine. Gate four is closed for repair until the end of
the week, so the driver comes in through gate two. Jonas has the papers and will sign. We counted 48 pallets last time and
only 44 were on the list, which took half a day to settle. The forklift is back from the workshop since yesterday. The rack in
row seven stays empty until the inspection is done. Lunch is in the small hall, the large one has been let to the choir.
Many greetings, Marta`,
  `Notes of 14 March, room Aspen
Present: Ines, Tom, Dario, Wei. Tom showed the figures of the second week: 312 visits, 41 returns, 9 open cases. Ines said the
new labels hold better but the glue smells. Dario had spoken with the landlord, the roof will be done in two steps. Wei asked
whether the old shelves could be kept for the archive. Nobody objected. The lamp above the entrance flickers again. Next time we
start at ten because of the school holidays. The plants by the window were watered by the night shift.`,
  `Region;Units;Value;Remark
North;1204;88310;two lorries late
South;998;73055;
East;1410;101870;new driver since May
West;760;54090;bridge closed
Centre;2011;149300;
Islands;77;9120;ferry on Mondays only
Total;6460;475745;as of Friday evening`,
  `2026-02-11 08:14:03 INFO pump started, pressure 2.1 bar
2026-02-11 08:14:09 INFO valve B open
2026-02-11 08:15:44 WARN temperature 71, limit 70
2026-02-11 08:15:58 INFO fan stage two
2026-02-11 08:19:30 INFO temperature 64
2026-02-11 09:02:11 INFO valve B closed
2026-02-11 09:02:15 INFO pump stopped, runtime 48 minutes`,
  `The house at the harbour was built in 1911 for a ship chandler. The ground floor has brick arches and a stone floor that is
worn smooth near the door. Upstairs there are five rooms, three of them with a view of the water. The stairs were renewed in
the eighties. In winter the wind blows from the north-west and the shutters have to be closed. A family of swifts nests under
the eaves every year. The cellar is dry except after spring tides. The neighbours on the left keep bees, the ones on the right
repair boats. A small garden lies behind the kitchen, with a pear tree that no one planted.`,
  `Hello Pia, thank you for the pleasant evening. The soup was excellent and the children still talk about the magician. We got
home late because the tunnel was shut, but the detour along the lake was pretty in the moonlight. Oskar left his blue scarf on
the chair by the piano. Could be that it slipped behind it. We are away from the third to the ninth, after that any evening is
fine with us. My sister says hello too, she liked the pictures in the hall. Until soon, Benedikt`,
  `Article 7. The association meets once a year in the first quarter. The board sends the invitation three weeks before. Motions
of members reach the board ten days before the meeting. Article 8. The meeting elects the board for two years. Whoever has most
votes is elected; if two have the same number, the lot decides. Article 9. The cashier keeps the books, the two examiners look
at them before the meeting. Article 10. The year of the association is the calendar year.`,
];
