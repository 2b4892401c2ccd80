// Everyday prompts that belong to no trail. They stand in every catalog as evidence against: a prompt closer to these
// than to any trail is a greeting, a chat or a general request, and should be offered nothing.

const GREETINGS = `
hello there
hi, how are you doing today
good morning
good evening, nice to meet you
hey, are you awake
thanks, that was great
thank you so much for your help
ok perfect, that works
no, that is not what I meant
yes please go on
bye, talk to you later
who are you and what can you do
what is your name
are you a human or a machine
how old are you
can you remember what I told you yesterday
what do you think about me
do you like your job
sing me a song
tell me a joke
tell me something funny about cats
I am bored, entertain me
I feel a little sad today
what should I do with my life
can we just chat for a bit
never mind, forget it
wait, start again from the beginning
test test one two three
asdf
what did you just say
`;

const BARE_ASKS = `
make it shorter
make it longer
make this sound better
rewrite this
fix this
can you help me
help me with this please
I have a question
I need your help with something
write something for me
explain this to me
summarize this
summarize the text below
translate this into english
what does this mean
give me some ideas
give me more examples
continue
try again
do it differently this time
more formal please
less formal please
put it in a table
turn this into bullet points
correct the spelling in this text
check my grammar
what do you think of this text
improve this paragraph
is this correct
can you check this for me
give me three alternatives
write a short text about a topic of my choice
draft an email
answer this message
what would you recommend
create a list
make a plan
tell me more about it
why is that
how does that work
find the mistake
shorten this to one sentence
write a poem
write a letter
make it more friendly
use simpler words
add a title
what is the difference between these two
compare these
rank these from best to worst
`;

const TRIVIA = `
what is the capital of australia
how many planets are there
who painted the mona lisa
who won the world cup last time
how tall is mount everest
when did the second world war end
what is the speed of light
how do volcanoes form
why is the sky blue
what is the longest river in africa
how many people live in japan
who invented the telephone
what is the chemical formula of salt
explain black holes like I am five
what happened in the french revolution
who is the president of brazil
how do bees make honey
what is the square root of 144
what is 15 percent of 80
convert ten miles to kilometers
how many ounces are in a pound
what day of the week is christmas this year
what time is it in tokyo
how far is the moon
which animals sleep all winter
what is the meaning of the word serendipity
spell rhythm
give me a synonym for happy
what rhymes with orange
is a tomato a fruit
how does a rainbow appear
what does a heart do
tell me about the history of chess
who wrote romeo and juliet
what are the rules of football
how many bones are in the human body
what is the largest ocean
who discovered penicillin
what language do they speak in austria
how old is the universe
`;

const HOME = `
how do I get a red wine stain out of a shirt
what can I cook with eggs and spinach
recipe for banana bread
how long do I boil potatoes
what should we have for dinner tonight
how do I unclog the kitchen sink
my washing machine makes a loud noise
how often should I water a cactus
what can I plant in the garden in april
how do I paint a bedroom wall
which mattress is best for back pain
how do I teach my dog to sit
my cat does not eat anything
name ideas for a baby girl
what present can I give my mother
plan a birthday party for a six year old
help my son with his maths homework
bedtime story about a dragon
how do I fall asleep faster
workout without equipment for beginners
how many calories are in an avocado
how do I stop biting my nails
what helps against a cold
how do I tie a tie
how do I fold a fitted sheet
which tv series should I watch
recommend a good novel
best board games for two people
how do I play the ukulele
song with the lyrics dancing in the moonlight
play some relaxing music
turn off the lights in the living room
set a timer for ten minutes
wake me up at seven
add milk to my shopping list
how do I change a light bulb
how do I remove limescale from the kettle
what should I wear to a wedding
where can I buy cheap furniture
how do I sell my old bicycle
`;

const OUT_AND_ABOUT = `
what is the weather like tomorrow
will it rain this weekend
do I need an umbrella
how do I get to the train station
when does the next bus leave
is there a pharmacy open now
find an italian restaurant nearby
what can I see in lisbon in three days
best beaches in greece
cheap flights to barcelona in july
do I need a vaccination for kenya
how much luggage can I take on the plane
how long is the drive to munich
where can I park near the stadium
what to pack for a hiking trip
how do I say good day in italian
is it safe to travel to egypt
book me a taxi
which museum is free on sundays
best time of year to visit norway
my flight was cancelled, what now
how do I renew my passport
what does the traffic look like
where is the nearest petrol station
is the supermarket open on monday
who plays in the match tonight
what films are on at the cinema
tickets for the concert on friday
how do I rent a car in italy
what is the exchange rate of the swiss franc
`;

const SELF_HELP_IT = `
my computer is slow
the printer does not work
how do I connect to the wifi
I forgot my password
my screen is black
how do I take a screenshot
how do I make the font bigger
the mouse stopped working
how do I install an update
my phone battery is empty after two hours
how do I mute notifications
how do I share my screen in a call
the camera does not turn on
how do I empty the recycle bin
my keyboard types the wrong letters
where do I find my downloads
how do I zip a folder
how do I add a second monitor
the sound does not work in meetings
how do I change my profile picture
how do I block a caller
how do I scan a qr code
why does the page not load
how do I clear the cache
how do I restart the router
can you open the file for me
how do I change the language of my keyboard
what is the shortcut for paste
how do I undo in word
how do I merge cells
`;

const PRIVATE_MATTERS = `
how do I save money for a holiday
should I buy or rent a flat
how does a mortgage work
what is a good pension for me
write a message to my landlord about the heating
how do I end a gym membership
my neighbour is too loud
how do I file my private tax return
which phone contract is cheapest
how do I write my will
my friend is angry with me
how do I ask someone out on a date
write a toast for my brother's wedding
happy birthday wishes for grandma
how do I lose five kilos
what are the symptoms of the flu
I have a headache since yesterday
how do I find a new doctor
which school is good for my daughter
how do I get my driving licence
is my star sign a match with leo
what does my dream about teeth mean
who should I vote for
what is the best religion
what is the price of bitcoin
should I invest in gold
how do I win the lottery
how do I get more followers
draw a picture of a unicorn
give me a quote about friendship
`;

const WORKDAY = `
what is on my calendar today
when is my next meeting
where is the canteen
what is for lunch
who is sitting in room four
what are the office hours
is the office closed on friday
can I bring my dog to work
how do I book a desk
where do I find the coffee capsules
who do I ask about this
what is the phone number of the front desk
can you send that for me
remind me to call back later
open my inbox
what did I miss while I was away
is there anything urgent
what should I do first today
give me a motivational quote for monday
how do I stay focused
suggest a name for our team
icebreaker question for a meeting
write a funny out of office note
which emoji fits here
what is the dress code for the party
`;

/** All everyday prompts, one text each. */
export const BACKGROUND_PROMPTS: readonly string[] = [
  GREETINGS,
  BARE_ASKS,
  TRIVIA,
  HOME,
  OUT_AND_ABOUT,
  SELF_HELP_IT,
  PRIVATE_MATTERS,
  WORKDAY,
].flatMap((theme) => theme.trim().split('\n'));
