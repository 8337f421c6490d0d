import type { Texts } from './texts.ts'

export const en: Texts = {
  transferred: {
    toAttendant: (name) =>
      `*Automatic message*:\nYou were transferred to *${name}*. One moment please, we will continue shortly.`,
    toQueue: (name) =>
      `*Automatic message*:\nYou were transferred to the *${name}* department. One moment please, we will continue shortly.`,
  },
  noRating: 'Invalid option, please try again.',
  bot: {
    invalidOption: 'Invalid option, please choose one of the options below:',
    leave: { word: 'Exit', label: 'End the conversation' },
    back: 'Back to the main menu',
    backTitle: 'Main menu',
    choose: 'Choose an option',
    consent: { question: 'I am aware of how my personal data is processed.', yes: 'Yes', no: 'No' },
    audioRefused:
      '*Virtual Assistant*:\nUnfortunately we cannot listen to audio or watch videos on this channel. Please send a *text* message.',
  },
  serviceStopped: {
    toCustomer:
      '*Virtual Assistant*:\nI cannot answer right now. An attendant will continue this conversation with you.',
    note: (name, reason) =>
      `${name === null ? 'The automatic assistant' : `The assistant “${name}”`} has stopped answering: ${reason}. The customer waits for an attendant.`,
    reasons: {
      refusedAddress: 'its address is not allowed',
      unreachable: 'the service could not be reached',
      timeout: 'the service did not answer in time',
      tooLarge: 'its answer was too large',
      notJson: 'its answer could not be read',
      status: 'the service answered with an error',
      badAnswer: 'its answer was empty or made no sense',
      notAllowed: 'its key or login was refused',
      limit: 'the service has no capacity or no credit',
      breakerOpen: 'the service has failed several times in a row and is paused',
      busy: 'the service is too busy',
      late: 'the message has waited too long',
      tried: 'the question was interrupted several times',
      gone: 'it was switched off or deleted',
      broken: 'the service could not be asked',
      loop: 'the limit of automatic messages was reached',
      targetGone: 'it named a queue or an attendant that does not exist',
    },
  },
  callsPerson: 'One moment: I am calling somebody of the team to go on with you.',
  story: { mention: 'Mentioned you in a story', reply: 'Replied to your story' },
  fileTooLarge: 'Sent a file that is too large to be received here',
  order: 'Ordered from the catalogue',
  optOut: {
    out: '*Automatic message*:\nDone, you will not receive our campaigns any more. If you change your mind, reply *START* within 7 days.',
    back: '*Automatic message*:\nWelcome back! You will receive our campaigns again. To leave, reply *STOP*.',
  },
  integration: { notUnderstood: 'I could not understand your question.' },
  callsRefused:
    '*Automatic message:*\n\nVoice and video calls are turned off on this WhatsApp, please send a text message. Thank you',
  calls: {
    voice: {
      ringing: (time) => `Voice call at ${time}`,
      missed: (time) => `Missed voice call at ${time}`,
      refused: (time) => `Declined voice call at ${time}`,
      answered: (time) => `Answered voice call at ${time}`,
    },
    video: {
      ringing: (time) => `Video call at ${time}`,
      missed: (time) => `Missed video call at ${time}`,
      refused: (time) => `Declined video call at ${time}`,
      answered: (time) => `Answered video call at ${time}`,
    },
  },
  timesOfDay: { night: 'Hello', morning: 'Good morning', afternoon: 'Good afternoon', evening: 'Good evening' },
  dateAndHour: (date, hour) => `${date} at ${hour}`,
  unnamed: { person: 'Visitor', group: 'Group' },
  contactSheet: {
    name: 'Name',
    number: 'Number',
    email: 'Email',
    tags: 'Tags',
    extra: 'Additional information',
    status: 'State',
    active: 'Active',
    blocked: 'Blocked',
  },
  exampleSheet: { city: 'City' },
  refusedSheet: {
    line: 'Row',
    reason: 'Reason',
    fields: {
      name: 'Name',
      number: 'Number',
      email: 'Email',
      variable: 'Variable',
      list: 'List',
    },
    rules: {
      required: 'missing',
      tooShort: 'too short',
      tooLong: 'too long',
      invalid: 'invalid',
      tooMany: 'too many',
      excel:
        'shortened by Excel (as 1.19E+12): the last digits are lost. Format the column as text and type the number again',
      noAreaCode: 'without area code',
      areaCode: 'the area code does not exist',
      full: 'the list already has 1,000,000 contacts, the maximum',
    },
  },
  campaignSheet: {
    reason: 'Reason',
    variant: 'Text',
    connection: 'Connection',
    requestedAt: 'Confirmation requested at',
    confirmedAt: 'Confirmed at',
    reachedAt: 'Sent at',
    answeredAt: 'Answered at',
    states: {
      waiting: 'Waiting',
      reserved: 'Being sent',
      sent: 'Sent',
      delivered: 'Delivered',
      read: 'Read',
      answered: 'Answered',
      failed: 'Failed',
      uncertain: 'Uncertain',
      skipped: 'Left out',
    },
    reasons: {
      invalid: 'Invalid number',
      group: 'Is a group',
      own: 'Is a number of the company',
      blocked: 'Blocked contact',
      declined: 'Did not want it',
      optedOut: 'Wants no campaigns',
      cap: 'Already got too many campaigns this week',
      templateValues: 'A value of the template is missing for them',
      erased: 'Contact was deleted',
      talking: 'Talking with an attendant',
      ERR_WAPP_INVALID_CONTACT: 'Number without WhatsApp',
      ERR_SENDING_WAPP_MSG: 'WhatsApp did not confirm it',
      ERR_CAMPAIGN_STOPPED: 'The campaign was cancelled meanwhile',
      ERR_OPTED_OUT: 'Wants no campaigns',
      ERR_MARKETING_HELD_BACK: 'Meta held the marketing message back',
      ERR_MARKETING_STOPPED: 'Stopped marketing messages in WhatsApp',
    },
    ofFailed: '(failed)',
  },
  optOutSheet: {
    at: 'Since',
    source: 'How',
    word: 'Word',
    campaign: 'Campaign',
    user: 'Agent',
    reason: 'Reason',
    nobody: 'Not a contact',
    sources: { word: 'Wrote it', attendant: 'By an agent', import: 'By a spreadsheet', network: 'In WhatsApp' },
  },
  reportSheet: {
    ticket: 'Ticket',
    connection: 'Connection',
    queue: 'Queue',
    user: 'Attendant',
    status: 'Status',
    begin: 'Start',
    accepted: 'Accepted at',
    end: 'Closed at',
    wait: 'Wait until accepted',
    service: 'Service time',
    total: 'Duration',
    rating: 'Rating',
    ratingBest: 'Best rating',
    ratingComment: 'Reason for the rating',
    lastMessage: 'Last message',
    waitedFrom: 'Waited from',
    waitedTo: 'Waited until',
    waited: 'Time waited',
    waitedInService: 'Within service hours',
    answeredBy: 'Answered by',
    unanswered: 'Nobody',
    sentAt: 'When',
    direction: 'Direction',
    author: 'From',
    text: 'Text',
    file: 'File',
    names: { conversations: 'Service report', waits: 'Wait report', messages: 'Message report' },
    statuses: {
      ABERTO: 'Open',
      FECHADO: 'Closed',
      PENDENTE: 'Waiting',
      GRUPO: 'Group',
      NPS: 'Awaiting rating',
      LGPD: 'Awaiting consent',
    },
    directions: { received: 'Received', sent: 'Sent', note: 'Private note' },
    origins: {
      phone: 'Phone',
      bot: 'Chatbot',
      campaign: 'Campaign',
      schedule: 'Scheduled message',
      api: 'API',
      system: 'Automatic message',
    },
  },
  placeInQueue: (place) => `*Virtual Assistant:*\n{{ms}} *{{name}}*, your place in the queue is: *${place}*`,
  findingAttendant: '*Virtual Assistant*: Please wait while we find an agent...',
  push: {
    message: 'New message',
    transferred: (name) => (name ? `${name} transferred this to you` : 'Transferred to you'),
    transferredToQueue: (name) => `Transferred to the ${name} queue`,
    kinds: {
      image: 'Image',
      audio: 'Audio',
      video: 'Video',
      document: 'Document',
      location: 'Location',
      contact: 'Contact',
      sticker: 'Sticker',
    },
  },
  mails: {
    foot: 'This message was sent by Guichê. Please do not reply to it.',
    test: {
      subject: 'Guichê: email test',
      text: (address) => `The email server of Guichê at ${address} works: this message went through it.`,
    },
    recoveryCode: {
      subject: 'Your code to recover the password of Guichê',
      text: (code) =>
        `Your code to recover the password of Guichê is ${code}. It is valid for 10 minutes. If you did not ask for this code, ignore this message and tell the code to nobody.`,
    },
    onCall: {
      subject: 'A customer waits for your answer',
      text: (customer, link) => `\u200eA new conversation waits for your answer: ${customer}\n${link}`,
    },
    passwordChanged: {
      subject: 'Your password of Guichê was changed',
      text: (login) =>
        `The password of the account ${login} of Guichê was changed just now. If it was not you, tell the administrator of your company.`,
    },
    receipt: {
      subject: ({ invoice }) => `Receipt for invoice no. ${invoice} of Guichê`,
      text: ({ company, invoice, plan, amount, paidOn, dueDate, link }) =>
        `Hello, ${company}!\n\nWe received ${amount} on ${paidOn} for invoice no. ${invoice} (${plan}). Your licence of Guichê lasts until ${dueDate}.\n\nYour invoices are at ${link}.`,
    },
  },
  subscription: {
    fiveDays: {
      subject: 'Your Guichê subscription is due in {days} days',
      text: 'Hello, {company}!\n\nYour Guichê subscription is due on {dueDate}, in {days} days. Amount: {amount}.\n\nTo pay by Pix, go to {link}.\n\nIf you have already paid, please ignore this message.',
    },
    oneDay: {
      subject: 'Your Guichê subscription is due tomorrow',
      text: 'Hello, {company}!\n\nYour Guichê subscription is due tomorrow, {dueDate}. Amount: {amount}.\n\nTo pay by Pix, go to {link}.\n\nIf you have already paid, please ignore this message.',
    },
    due: {
      subject: 'Due date of your Guichê subscription: {dueDate}',
      text: 'Hello, {company}!\n\nThe due date of your Guichê subscription is {dueDate}. Amount: {amount}.\n\nTo pay by Pix, go to {link}. Without the payment, access will be blocked. Days left: {days}.\n\nIf you have already paid, please ignore this message.',
    },
    blocked: {
      subject: 'Your company’s access to Guichê is blocked',
      text: 'Hello, {company}!\n\nYour Guichê subscription was due on {dueDate}, and access is blocked. Messages from your customers are still received and kept, but nobody can answer them, and neither can the bot.\n\nTo serve your customers again, pay {amount} by Pix at {link}. Access returns as soon as the payment is confirmed.',
    },
  },
  numbers: {
    pendingNow: {
      label: 'Pending chats',
      sentence:
        'Tickets that nobody serves now: they wait in a queue, with the bot, or for the consent of the customer. No period applies.',
    },
    openNow: { label: 'Active chats', sentence: 'Tickets that an attendant serves now. No period applies.' },
    waitingNow: {
      label: 'Current wait',
      sentence: 'How long the customers who wait for an answer now have been waiting, on average. No period applies.',
    },
    ratingNow: {
      label: 'Waiting for a rating',
      sentence: 'Tickets whose customer was asked for a rating and has not answered yet. No period applies.',
    },
    started: {
      label: 'Total services',
      sentence:
        'Services that began in the period. A service begins when a customer arrives or a ticket is reopened; a reopened ticket counts again.',
    },
    finished: {
      label: 'Finished chats',
      sentence: 'Services that ended in the period, also those that still wait for the rating of the customer.',
    },
    finishedByPeople: {
      label: 'Finished by people',
      sentence: 'Of the finished ones, those that had an attendant at the end or were closed by a person.',
    },
    finishedByBots: {
      label: 'Finished by the bot',
      sentence:
        'Of the finished ones, those that ended without any attendant: by the bot, or because nobody wrote any more.',
    },
    finishedUnanswered: {
      label: 'Finished without an answer',
      sentence:
        'Of the finished ones, those in which the customer waited for an answer and never got one from a person.',
    },
    closed: {
      label: 'Closed chats',
      sentence:
        'Services that were closed for good in the period: the rating of the customer has come or is no longer expected.',
    },
    leads: { label: 'Leads', sentence: 'Contacts whose first service ever began in the period.' },
    serviceTime: {
      label: 'Average service time',
      sentence:
        'Average time from the moment the first attendant accepted until the end, of services that ended in the period. It counts all hours of the clock.',
    },
    pickupTime: {
      label: 'Average time until accepted',
      sentence:
        'Average time from the beginning of the service until the first attendant accepted, of services that ended in the period.',
    },
    waitTime: {
      label: 'Average waiting time',
      sentence:
        'Average time that customers waited for each answer of a person given in the period, also on the phone. It counts all hours of the clock; automatic answers do not end the wait.',
    },
    waitServiceTime: {
      label: 'Average wait in service hours',
      sentence: 'The same waits, counting only the time within service hours.',
    },
    firstWaitTime: {
      label: 'Average first answer time',
      sentence: 'Of the same waits, only the first of each service.',
    },
    unansweredWaits: {
      label: 'Waits without an answer',
      sentence:
        'Waits of customers that ended in the period without an answer from a person, because the ticket was closed.',
    },
    rated: { label: 'Ratings', sentence: 'Services that the customer rated in the period.' },
    unrated: {
      label: 'Without a rating',
      sentence: 'Services closed for good in the period without a rating, whether it was asked for or not.',
    },
    score: {
      label: 'Average score',
      sentence:
        'Average of the ratings given in the period, from 0 to 5 stars. Ratings on other scales are converted by the best rating of the scale.',
    },
    great: { label: 'Great', sentence: 'Ratings of the period with the best of the five faces.' },
    good: { label: 'Good', sentence: 'Ratings of the period with the third or fourth of the five faces.' },
    bad: { label: 'Bad', sentence: 'Ratings of the period with the first or second of the five faces.' },
    promoters: {
      label: 'Promoters',
      sentence:
        'Ratings 9 and 10 of the period, on the scale from 0 to 10. The NPS is their percentage minus that of the detractors.',
    },
    passives: { label: 'Passives', sentence: 'Ratings 7 and 8 of the period, on the scale from 0 to 10.' },
    detractors: { label: 'Detractors', sentence: 'Ratings from 0 to 6 of the period, on the scale from 0 to 10.' },
  },
  webChat: {
    joined: (name) => `${name} joined the conversation`,
    ended: 'The conversation has ended',
    missing: {
      title: 'Chat not found',
      text: 'This address leads to no chat. Check the address, or reach the company in another way.',
    },
    unavailable: {
      title: 'Chat unavailable',
      text: 'The chat cannot be opened now. Try again later, or reach the company in another way.',
    },
  },
}
