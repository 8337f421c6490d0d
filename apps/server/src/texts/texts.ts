/** Everything that the server says to people in its own words. Each language has all of it. */
export interface Texts {
  /** To a customer whose ticket has moved. */
  transferred: { toAttendant: (name: string) => string; toQueue: (name: string) => string }
  /** To a customer whose call was refused. */
  callsRefused: string
  /** The body of the message that a call leaves. */
  calls: Record<'voice' | 'video', Record<'ringing' | 'missed' | 'refused' | 'answered', (time: string) => string>>
  /** `{{ms}}` in a message: how one greets at this time of the day. */
  timesOfDay: Record<'night' | 'morning' | 'afternoon' | 'evening', string>
  /** `{{data_hora}}` in a message. */
  dateAndHour: (date: string, hour: string) => string
  /** The name of a contact who has given none. */
  unnamed: { person: string; group: string }
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
