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
    consent: { question: 'I am aware of how my personal data is processed.', yes: 'Yes', no: 'No' },
    audioRefused:
      '*Virtual Assistant*:\nUnfortunately we cannot listen to audio or watch videos on this channel. Please send a *text* message.',
  },
  optOut: {
    out: '*Automatic message*:\nDone, you will not receive our campaigns any more. If you change your mind, reply *START* within 7 days.',
    back: '*Automatic message*:\nWelcome back! You will receive our campaigns again. To leave, reply *STOP*.',
  },
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
      erased: 'Contact was deleted',
      talking: 'Talking with an attendant',
      ERR_WAPP_INVALID_CONTACT: 'Number without WhatsApp',
      ERR_SENDING_WAPP_MSG: 'WhatsApp did not confirm it',
      ERR_CAMPAIGN_STOPPED: 'The campaign was cancelled meanwhile',
      ERR_OPTED_OUT: 'Wants no campaigns',
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
    sources: { word: 'Wrote it', attendant: 'By an agent', import: 'By a spreadsheet' },
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
