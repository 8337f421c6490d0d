import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createTlsIdentity } from '@guiche/wa-testserver'
import { SMTPServer } from 'smtp-server'
import type { MailServer } from '../../src/platform/mail/mail-server.ts'

/** How the server answers the text of a mail: with a code, not at all, or by breaking the line. */
type Answer = 250 | 450 | 451 | 550 | 'silence' | 'line lost'

export interface ReceivedMail {
  from: string
  to: string[]
  subject: string
  text: string
  /** As it came over the line. */
  raw: string
  isEncrypted: boolean
  /** Who was logged in. */
  user: string | undefined
}

export interface TestMailServer {
  /** How to reach it. */
  config: MailServer
  /** Every mail whose text arrived completely, whatever was answered. */
  received: ReceivedMail[]
  /** The certificate of the server, for those who want to trust it. */
  certificate: string
  /** The answers to the next mails, in order; those after them are accepted. */
  answer(...next: Answer[]): void
  close(): Promise<void>
}

interface Options {
  encryption?: MailServer['encryption']
  login?: { user: string; password: string }
  /** It knows no STARTTLS, although the other side may ask for it. */
  speaksClearOnly?: boolean
}

/** A mail server on this machine, which keeps what it accepts. */
export async function createMailServer({
  encryption = 'none',
  login,
  speaksClearOnly = false,
}: Options = {}): Promise<TestMailServer> {
  const { key, cert } = createTlsIdentity()
  const received: ReceivedMail[] = []
  const answers: Answer[] = []
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    secure: encryption === 'tls',
    key,
    cert,
    hideSTARTTLS: speaksClearOnly,
    disabledCommands: [...(speaksClearOnly ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    // Otherwise it would ask the name server for the names of its guests.
    disableReverseLookup: true,
    closeTimeout: 200,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === login?.user && password === login?.password
      done(isRight ? null : refusal(535, '5.7.8 Authentication credentials invalid'), { user: username })
    },
    onData: (stream, session, done) => {
      void text(stream as Readable).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...wordsOf(raw),
          raw,
          isEncrypted: session.secure === true,
          user: typeof session.user === 'string' ? session.user : undefined,
        })
        const answer = answers.shift() ?? 250
        if (answer === 250) done()
        else if (answer === 'line lost') for (const socket of sockets) socket.destroy()
        else if (answer !== 'silence') done(refusal(answer, 'not this one'))
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo

  return {
    config: {
      host: '127.0.0.1',
      port,
      encryption,
      login,
      sender: { name: 'Guichê', address: 'guiche@empresa.test' },
    },
    received,
    certificate: cert,
    answer: (...next) => void answers.push(...next),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Subject and text as a person reads them. */
function wordsOf(raw: string): { subject: string; text: string } {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const [, subject = ''] = /^Subject: (.*)$/m.exec(headers) ?? []
  const [, encoding = '7bit'] = /^Content-Transfer-Encoding: (.*)$/im.exec(headers) ?? []
  return { subject: decodeWords(subject), text: decodeBody(body.join('\r\n\r\n'), encoding.toLowerCase()) }
}

const decodeWords = (line: string): string =>
  line
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : unquote(word.replaceAll('_', ' ')),
    )

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? unquote(body.replaceAll('=\r\n', '')) : body
}

const unquote = (coded: string): string =>
  decodeURIComponent(coded.replaceAll('%', '%25').replaceAll(/=([\dA-F]{2})/gi, '%$1'))
