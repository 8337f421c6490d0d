import { type Defect, server, whatsApp } from '../defect.ts'

/** Of live events, phones and logins. */
export const sessionsDefects: Defect[] = [
  {
    name: 'catch-up leaves out the first missed fact',
    file: `${server}/modules/live/catch-up.ts`,
    text: 'number > ${after} order by number',
    replacement: 'number > ${after + 1} order by number',
    foundBy: {
      file: `${server}/modules/live/catch-up.test.ts`,
      test: 'gets each fact that was missed, from the first to the last, in their order',
    },
  },
  {
    name: 'catch-up does not request a full fetch when too much was missed',
    file: `${server}/modules/live/catch-up.ts`,
    text: '|| last - after > limits.catchUpEvents',
    replacement: '',
    foundBy: {
      file: `${server}/modules/live/catch-up.test.ts`,
      test: 'that missed too many facts is told to fetch everything again',
    },
  },
  {
    name: 'signatures of the WhatsApp server are not checked',
    file: `${whatsApp}/src/session/session.ts`,
    text: 'quietLibsignal()\nrequireSignatures()',
    replacement: 'quietLibsignal()',
    foundBy: {
      file: `${whatsApp}/test/certificate.test.ts`,
      test: 'shows no code of a server whose certificate another root has signed',
    },
  },
  {
    name: 'a session does not pause before it reconnects',
    file: `${whatsApp}/src/session/session.ts`,
    text: 'isWanted ? 0 : pauseAfter(reconnectPause, this.#attempt)',
    replacement: '0',
    foundBy: {
      file: `${whatsApp}/test/session.test.ts`,
      test: 'that is refused by a busy network tries again after pauses that grow',
    },
  },
  {
    name: 'a banned session reconnects for ever',
    file: `${whatsApp}/src/session/disconnects.ts`,
    text: "  [DisconnectReason.forbidden]: 'banned',\n",
    replacement: '',
    foundBy: {
      file: `${whatsApp}/test/session.test.ts`,
      test: 'that was banned (403) stops, says so, and never tries again',
    },
  },
  {
    name: 'all sessions start at once',
    file: `${server}/modules/whatsapp-sessions/supervisor.ts`,
    text: 'const stagger = 200',
    replacement: 'const stagger = 0',
    foundBy: {
      file: `${server}/modules/whatsapp-sessions/stagger.test.ts`,
      test: 'many sessions begin one after another, no more than five in a second',
    },
  },
  {
    name: 'a socket may claim to be of another company than its token',
    file: `${server}/modules/sessions/create-sessions.ts`,
    text: "!isOrAbsent(query['companyId'], actor.companyId) || ",
    replacement: '',
    foundBy: {
      file: `${server}/modules/sessions/one-session.test.ts`,
      test: "does not open with another company's id",
    },
  },
  {
    name: 'calls accept a token for sockets, and sockets an access token',
    file: `${server}/modules/sessions/tokens.ts`,
    text: '        audience,\n        typ,\n        currentDate',
    replacement: '        currentDate',
    foundBy: { file: `${server}/modules/sessions/tokens.test.ts`, test: 'for another audience' },
  },
]
