import type {
  ExchangeReason,
  ListSheetProblem,
  NumberName,
  OptOutSource,
  RecipientState,
  ReportRows,
  ReportStatus,
  SkipReason,
} from '@guiche/contract'

/** All texts that the server itself sends to people. Each language has all of them. */
/** What a receipt says, as it is read. */
interface ReceiptText {
  company: string
  invoice: string
  plan: string
  amount: string
  paidOn: string
  dueDate: string
  link: string
}

/** The reasons of an exchange that is void need no text: somebody else has answered. */
type ServiceFailure = Exclude<
  ExchangeReason,
  'closed' | 'person' | 'stopped' | 'botDisabled' | 'newerMessage' | 'unsaid' | 'noConnection'
>

export interface Texts {
  /** To a customer whose ticket was transferred. */
  transferred: { toAttendant: (name: string) => string; toQueue: (name: string) => string }
  /** To a customer who was asked for a rating and has answered something else. */
  noRating: string
  /** What the bot says by itself (docs/requirements/service.md, sections 10 to 12 and 16). */
  bot: {
    /** Before a menu that comes again. */
    invalidOption: string
    /** The line of a menu that ends the conversation. `word`: what the customer answers for it. */
    leave: { word: string; label: string }
    /** The line "#" of a queue's menu. */
    back: string
    /** The same on a button, in at most 20 characters. */
    backTitle: string
    /** Above or on a list of answers to tap, in at most 20 characters. */
    choose: string
    consent: { question: string; yes: string; no: string }
    audioRefused: string
  }
  /** A service that answers customers has stopped. `note`: for people; the name is null if it is gone. */
  serviceStopped: {
    toCustomer: string
    note: (name: string | null, reason: string) => string
    reasons: Record<ServiceFailure, string>
  }
  /** To a customer whom a model hands over to a person without a word. */
  callsPerson: string
  /** Before what a customer writes about a story of the company. */
  story: { mention: string; reply: string }
  /** Instead of a file that the network does not hand on. */
  fileTooLarge: string
  /** Above what a customer has ordered from the catalogue of the company. */
  order: string
  /** To somebody who has opted out of campaigns, or in again (`optInWords`), which counts for 7 days. */
  optOut: { out: string; back: string }
  /** To a customer whose call was refused. */
  callsRefused: string
  /** Of an agent that has said nothing. */
  integration: { notUnderstood: string }
  /** The body of the message that a call leaves. */
  calls: Record<'voice' | 'video', Record<'ringing' | 'missed' | 'refused' | 'answered', (time: string) => string>>
  /** The greeting for `{{ms}}` in a message, by time of day. */
  timesOfDay: Record<'night' | 'morning' | 'afternoon' | 'evening', string>
  /** The text for `{{data_hora}}` in a message. */
  dateAndHour: (date: string, hour: string) => string
  /** The name of a contact who has none. */
  unnamed: { person: string; group: string }
  /** A sheet with contacts. Imports know the titles in every language. */
  contactSheet: Record<'name' | 'number' | 'email' | 'tags' | 'extra' | 'status' | 'active' | 'blocked', string>
  /** The title of a variable in the example of a sheet. */
  exampleSheet: { city: string }
  /** The rows of a sheet that were refused, with the reason. */
  refusedSheet: {
    line: string
    reason: string
    fields: Record<ListSheetProblem['field'], string>
    rules: Record<ListSheetProblem['rule'], string>
  }
  /** The people of a campaign as a sheet. */
  campaignSheet: {
    reason: string
    variant: string
    connection: string
    requestedAt: string
    confirmedAt: string
    reachedAt: string
    answeredAt: string
    states: Record<RecipientState, string>
    /** By the reason of a recipient; other codes are shown as they are. */
    reasons: Record<SkipReason, string> & Record<string, string>
    /** The end of the name of a campaign to those who failed. */
    ofFailed: string
  }
  /** The people who get no campaigns. `nobody`: who is no contact. */
  optOutSheet: Record<'at' | 'source' | 'word' | 'campaign' | 'user' | 'reason' | 'nobody', string> & {
    sources: Record<OptOutSource, string>
  }
  /** A report as a sheet. */
  reportSheet: Record<
    | 'ticket'
    | 'connection'
    | 'queue'
    | 'user'
    | 'status'
    | 'begin'
    | 'accepted'
    | 'end'
    | 'wait'
    | 'service'
    | 'total'
    | 'rating'
    | 'ratingBest'
    | 'ratingComment'
    | 'lastMessage'
    | 'waitedFrom'
    | 'waitedTo'
    | 'waited'
    | 'waitedInService'
    | 'answeredBy'
    | 'unanswered'
    | 'sentAt'
    | 'direction'
    | 'author'
    | 'text'
    | 'file',
    string
  > & {
    /** Of the files. */
    names: Record<ReportRows, string>
    statuses: Record<ReportStatus, string>
    directions: Record<'received' | 'sent' | 'note', string>
    /** Who wrote what no person wrote, by the origin of the message. */
    origins: Record<string, string>
  }
  /** To a customer who waits in a queue. Variables are filled in when it is sent. */
  placeInQueue: (place: number) => string
  /** To a customer who waits in a queue, when it is an attendant's turn. */
  findingAttendant: string
  /** Notices that are pushed to the browsers of users. */
  push: {
    message: string
    transferred: (by: string) => string
    transferredToQueue: (queue: string) => string
    kinds: Record<'image' | 'audio' | 'video' | 'document' | 'location' | 'contact' | 'sticker', string>
  }
  /** E-mails to users (`modules/mail`). */
  mails: {
    /** Below each of them. */
    foot: string
    test: { subject: string; text: (address: string) => string }
    /** These two also go over WhatsApp, without their subject. */
    recoveryCode: { subject: string; text: (code: string) => string }
    passwordChanged: { subject: string; text: (login: string) => string }
    /** To who is on call; it goes over WhatsApp, and by mail if that fails. */
    onCall: { subject: string; text: (customer: string, link: string) => string }
    receipt: { subject: (paid: { invoice: string }) => string; text: (paid: ReceiptText) => string }
  }
  /**
   * To companies about their due date (`modules/billing/lifecycle`). The operator may change them, so what is filled in
   * stands in braces.
   */
  subscription: Record<'fiveDays' | 'oneDay' | 'due' | 'blocked', { subject: string; text: string }>
  /** What the numbers of the dashboard mean (`modules/numbers/definitions.ts`). */
  numbers: Record<NumberName, { label: string; sentence: string }>
  webChat: {
    joined: (name: string) => string
    ended: string
    missing: Page
    unavailable: Page
  }
}

interface Page {
  title: string
  text: string
}
