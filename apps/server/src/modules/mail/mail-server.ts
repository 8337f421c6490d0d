import type { Answer, Api, Parsed } from '@guiche/contract'
import { badRequest } from '#platform/errors'
import type { MailServer } from '#platform/mail/mail-server'

type MailServerBody = Parsed<Api['saveMailServer']>['body']

/**
 * What was typed, completed by the stored password. It is sent only to the server and for the login that it was stored
 * for; otherwise somebody could read it with a server of their own (S63).
 */
export function completed(body: MailServerBody, stored: MailServer | undefined): MailServer {
  const { host, port, encryption, user, password, senderName, senderAddress } = body
  return {
    host,
    port,
    encryption,
    login: user === '' ? undefined : { user, password: password || storedPassword(body, stored) },
    sender: { name: senderName, address: senderAddress },
  }
}

function storedPassword({ host, port, user }: MailServerBody, stored: MailServer | undefined): string {
  const isSame = stored?.host === host && stored.port === port && stored.login?.user === user
  if (!isSame || !stored?.login)
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.password', message: 'required' }] })
  return stored.login.password
}

type Shown = Omit<Answer<Api['getMailServer']>, 'unsent' | 'source'>

const none: Shown = {
  host: '',
  port: 587,
  encryption: 'starttls',
  user: '',
  hasPassword: false,
  senderName: '',
  senderAddress: '',
}

export function presentMailServer(server: MailServer | undefined): Shown {
  if (!server) return none
  const { host, port, encryption, login, sender } = server
  return {
    host,
    port,
    encryption,
    user: login?.user ?? '',
    hasPassword: login !== undefined,
    senderName: sender.name,
    senderAddress: sender.address,
  }
}
