import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type MailServer, isHeaderText, mailEncryptions, usualPorts as mailPorts } from '../mail/mail-server.ts'
import { usualPorts } from '../outside/reach.ts'
import type { Retention } from '../work/retention.ts'

/** What a process does. By default one process does everything (ARCHITECTURE.md). */
const roles = ['web', 'worker', 'channels'] as const
export type Role = (typeof roles)[number]

export interface Config {
  readonly port: number
  readonly host: string
  /** On loopback only; 0 is off. */
  readonly metricsPort: number
  /** Absolute. */
  readonly dataFolder: string
  readonly publicUrl: URL
  /** Front ends on other origins that may use this server. */
  readonly origins: readonly string[]
  /** For the super user that is created when there is none. */
  readonly admin: { readonly email: string | undefined; readonly password: string | undefined }
  readonly secret: string | undefined
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  /** Undefined: WhatsApp's own server. */
  readonly whatsAppUrl: string | undefined
  /** Where payments by Pix are collected, if not at the documented addresses. */
  readonly pix: {
    readonly efi: string | undefined
    readonly asaas: string | undefined
    /** File with the authority of their certificates, as PEM. */
    readonly caFile: string | undefined
    /** Where Efí's webhooks come from. */
    readonly efiWebhooksFrom: readonly string[] | undefined
  }
  /** Models that answer customers, and the service that speaks for them. */
  readonly ai: {
    /** Of OpenAI, or of a server with its calls. */
    readonly openAiUrl: string
    readonly model: string
    /** Writes down what customers say. */
    readonly transcriptionModel: string
    /** Of Azure's speech service; `{region}` stands for the region of a key. */
    readonly speechUrl: string
  }
  readonly meta: MetaAccess
  /** What may be called at addresses that users give (`platform/outside`). */
  readonly outside: {
    /** Hosts in the network of this machine, with a port if it is not 80 or 443. */
    readonly insideHosts: readonly string[]
    /** Ports of all other hosts. */
    readonly ports: readonly number[]
  }
  /** Where Google's services are, if not at the documented addresses. */
  readonly google: {
    readonly dialogflow: string | undefined
    readonly token: string | undefined
  }
  readonly roles: ReadonlySet<Role>
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: string[] | false
  /** Digits only. Users write to it for help. */
  readonly supportNumber: string | undefined
  /** Undefined: the operator sets one on a screen, or none. */
  readonly mailServer: MailServer | undefined
  /** In minutes. A scheduled message that is sent later than this after its time is marked as late. */
  readonly lateAfter: number
  /** In seconds. No pause between two messages of a campaign on one connection is shorter, whatever was chosen (S66). */
  readonly leastCampaignPause: number
  readonly sending: SendingBounds
  readonly retention: Retention
  readonly logLevel: (typeof logLevels)[number]
}

/** How Meta is reached. */
export interface MetaAccess {
  /** Of the Graph API, without a slash at its end. */
  readonly graphUrl: string
  /** Where the login window is. */
  readonly loginUrl: string
  /** Such as v25.0. */
  readonly version: string
  /** Undefined: the operator has none, so numbers need an app of the company's own, and pages cannot be connected. */
  readonly app: MetaApp | undefined
}

/** The app of the installation at Meta. */
export interface MetaApp {
  readonly appId: string
  readonly appSecret: string
  /** What Meta shows when it checks the address of our webhook. */
  readonly verifyToken: string
  /** The login with which companies sign their numbers up. Undefined: numbers are connected with tokens only. */
  readonly signUpConfigId: string | undefined
  /** Meta has approved the app for answers of people within seven days. */
  readonly mayAnswerLate: boolean
}

/** What a number may send at most to people with whom no talk goes on (S66). Companies may only allow less. */
export interface SendingBounds {
  /** On the first day of its warm-up. */
  readonly firstStrangers: number
  /** People who have never written to the company, in a day. */
  readonly strangersPerDay: number
  /** People who have. */
  readonly knownPerDay: number
  /** HH:MM, in the time zone of the company. Null: none. */
  readonly quietHours: { readonly from: string; readonly until: string } | null
  readonly quietSundays: boolean
  readonly quietHolidays: boolean
}

/**
 * One sentence for the person who starts the program. It names the variable but never its value, which may be secret.
 */
export class ConfigError extends Error {}

/** The only place that reads the environment. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const empty = Object.keys(Environment.shape).find((name) => env[name]?.trim() === '')
  if (empty) throw new ConfigError(`${empty} is empty: give it a value or leave it out.`)

  const { data, error } = Environment.safeParse(env)
  if (error) throw new ConfigError(sentence(error))
  // The server itself speaks no https. Without the proxy's address all clients would share one address and its limits.
  if (data.GUICHE_PUBLIC_URL?.protocol === 'https:' && !data.GUICHE_TRUST_PROXY && data.GUICHE_ROLES.has('web'))
    throw new ConfigError(
      'GUICHE_TRUST_PROXY is missing: with https in GUICHE_PUBLIC_URL a proxy stands in front, and its address has to be named here (loopback if it runs on this machine).',
    )

  return Object.freeze({
    port: data.PORT,
    host: data.HOST,
    metricsPort: data.GUICHE_METRICS_PORT ?? (data.PORT === 65_535 ? 0 : data.PORT + 1),
    dataFolder: resolve(data.GUICHE_DATA),
    publicUrl: data.GUICHE_PUBLIC_URL ?? ownAddress(data.HOST, data.PORT),
    origins: data.GUICHE_ORIGINS,
    admin: Object.freeze({ email: data.GUICHE_ADMIN_EMAIL, password: data.GUICHE_ADMIN_PASSWORD }),
    secret: data.GUICHE_SECRET,
    databaseUrl: data.DATABASE_URL,
    redisUrl: data.REDIS_URL,
    whatsAppUrl: data.GUICHE_WHATSAPP_URL,
    pix: Object.freeze({
      efi: data.GUICHE_EFI_URL,
      asaas: data.GUICHE_ASAAS_URL,
      caFile: data.GUICHE_PIX_CA,
      efiWebhooksFrom: data.GUICHE_EFI_WEBHOOKS_FROM,
    }),
    ai: Object.freeze({
      openAiUrl: data.GUICHE_OPENAI_URL,
      model: data.GUICHE_OPENAI_MODEL,
      transcriptionModel: data.GUICHE_OPENAI_TRANSCRIPTION_MODEL,
      speechUrl: data.GUICHE_SPEECH_URL,
    }),
    meta: Object.freeze({
      graphUrl: data.GUICHE_META_GRAPH_URL.replace(/\/+$/, ''),
      loginUrl: data.GUICHE_META_LOGIN_URL.replace(/\/+$/, ''),
      version: data.GUICHE_META_VERSION,
      app: metaAppOf(data),
    }),
    outside: Object.freeze({
      insideHosts: data.GUICHE_INSIDE_HOSTS,
      ports: [...usualPorts, ...data.GUICHE_OUTSIDE_PORTS],
    }),
    google: Object.freeze({ dialogflow: data.GUICHE_DIALOGFLOW_URL, token: data.GUICHE_GOOGLE_TOKEN_URL }),
    roles: data.GUICHE_ROLES,
    trustProxy: data.GUICHE_TRUST_PROXY,
    supportNumber: data.GUICHE_SUPPORT_NUMBER,
    mailServer: mailServerOf(data),
    lateAfter: data.GUICHE_LATE_AFTER,
    leastCampaignPause: data.GUICHE_CAMPAIGN_PAUSE,
    sending: Object.freeze({
      firstStrangers: data.GUICHE_FIRST_STRANGERS,
      strangersPerDay: data.GUICHE_STRANGERS_PER_DAY,
      knownPerDay: data.GUICHE_KNOWN_PER_DAY,
      quietHours: data.GUICHE_QUIET_HOURS,
      quietSundays: data.GUICHE_QUIET_DAYS.includes('sundays'),
      quietHolidays: data.GUICHE_QUIET_DAYS.includes('holidays'),
    }),
    retention: Object.freeze({
      visitors: data.GUICHE_KEEP_VISITORS,
      audit: data.GUICHE_KEEP_AUDIT,
      dead: data.GUICHE_KEEP_DEAD,
      sessions: data.GUICHE_KEEP_SESSIONS,
    }),
    logLevel: data.LOG_LEVEL,
  })
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const port = (lowest: number) => {
  const message = `must be a number from ${lowest} to 65535`
  return z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .pipe(z.number().min(lowest, message).max(65_535, message))
}

const maxDays = 3650

const days = (lowest: number, byDefault: number) => {
  const message = `must be a number of days from ${lowest} to ${maxDays}`
  return z
    .string()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .pipe(z.number().min(lowest, message).max(maxDays, message))
    .default(byDefault)
}

const mostMinutes = 1440

const minutes = (byDefault: number) => {
  const message = `must be a number of minutes from 1 to ${mostMinutes}`
  return z
    .string()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .pipe(z.number().min(1, message).max(mostMinutes, message))
    .default(byDefault)
}

const longestPause = 60
const wrongPause = `must be a number of seconds from 0 to ${longestPause}`

const campaignPause = z
  .string()
  .regex(/^\d{1,2}$/, wrongPause)
  .transform(Number)
  .pipe(z.number().max(longestPause, wrongPause))
  .default(1)

const mostPeople = 1_000_000

const people = (byDefault: number) => {
  const message = `must be a number of people from 0 to ${mostPeople}`
  return z
    .string()
    .regex(/^\d{1,7}$/, message)
    .transform(Number)
    .pipe(z.number().max(mostPeople, message))
    .default(byDefault)
}

const wrongHours = 'must look like 20:00-08:00, or be none'

const quietHours = z
  .string()
  .regex(/^(none|([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)$/, wrongHours)
  .transform((text) => {
    const [from = '', until] = text.split('-')
    return until === undefined ? null : { from, until }
  })
  .refine((hours) => hours === null || hours.from !== hours.until, 'must not end when they begin')
  .default({ from: '20:00', until: '08:00' })

const url = (protocols: string[], message: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), message)

const list = z.string().transform((text) => text.split(',').map((item) => item.trim()))

/** The documented addresses, and models that answer at once. */
export const ai: Config['ai'] = {
  openAiUrl: 'https://api.openai.com/v1',
  model: 'gpt-4.1-mini',
  transcriptionModel: 'gpt-4o-mini-transcribe',
  speechUrl: 'https://{region}.tts.speech.microsoft.com',
}

const isSpeechUrl = (text: string): boolean => {
  const address = text.replace('{region}', 'region')
  return text.includes('{region}') && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

const Environment = z.object({
  PORT: port(1).default(3000),
  HOST: z
    .string()
    .refine(isHost, 'must be an address or a host name of this machine, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  GUICHE_METRICS_PORT: port(0).optional(),
  GUICHE_DATA: z.string().default('data'),
  GUICHE_PUBLIC_URL: z
    .string()
    .refine(isPublicUrl, 'must be an address such as https://guiche.example.com, with nothing after the host and port')
    .transform((text) => new URL(text))
    .optional(),
  GUICHE_ORIGINS: list
    .pipe(
      z.array(
        z
          .string()
          .refine(isPublicUrl, 'must be a list of addresses such as https://app.example.com, with commas between them'),
      ),
    )
    .transform((origins) => origins.map((origin) => new URL(origin).origin))
    .default([]),
  GUICHE_ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  GUICHE_ADMIN_PASSWORD: z
    .string()
    .refine(isStrongPassword, 'must have 8 to 50 characters, a lower case and an upper case letter among them')
    .optional(),
  GUICHE_SECRET: z.string().optional(),
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'must look like postgres://user:password@host:5432/database',
  ).optional(),
  REDIS_URL: url(['redis:', 'rediss:'], 'must look like redis://host:6379').optional(),
  GUICHE_WHATSAPP_URL: url(['ws:', 'wss:'], 'must look like wss://host/ws/chat').optional(),
  GUICHE_EFI_URL: url(['https:'], 'must look like https://host').optional(),
  GUICHE_ASAAS_URL: url(['https:'], 'must look like https://host/v3').optional(),
  GUICHE_PIX_CA: z.string().optional(),
  GUICHE_EFI_WEBHOOKS_FROM: list.optional(),
  GUICHE_OPENAI_URL: url(['https:', 'http:'], 'must look like https://host/v1').default(ai.openAiUrl),
  GUICHE_OPENAI_MODEL: z.string().default(ai.model),
  GUICHE_OPENAI_TRANSCRIPTION_MODEL: z.string().default(ai.transcriptionModel),
  GUICHE_SPEECH_URL: z.string().refine(isSpeechUrl, 'must look like https://{region}.host').default(ai.speechUrl),
  GUICHE_META_APP_ID: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the number of the app')
    .optional(),
  GUICHE_META_APP_SECRET: z.string().optional(),
  GUICHE_META_VERIFY_TOKEN: z.string().min(8, 'must have 8 characters at least').optional(),
  GUICHE_META_SIGNUP_CONFIG: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the number of the configuration')
    .optional(),
  GUICHE_META_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,2}$/, 'must look like v25.0')
    .default('v25.0'),
  GUICHE_META_HUMAN_AGENT: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
  GUICHE_META_GRAPH_URL: url(['https:', 'http:'], 'must look like https://host').default('https://graph.facebook.com'),
  GUICHE_META_LOGIN_URL: url(['https:', 'http:'], 'must look like https://host').default('https://www.facebook.com'),
  GUICHE_INSIDE_HOSTS: list
    .pipe(
      z.array(
        z.string().refine(isHostWithPort, 'must be a list of names or addresses such as files.lan or 10.0.0.9:8080'),
      ),
    )
    .default([]),
  GUICHE_DIALOGFLOW_URL: url(['http:', 'https:'], 'must look like https://host').optional(),
  GUICHE_GOOGLE_TOKEN_URL: url(['http:', 'https:'], 'must look like https://host/token').optional(),
  GUICHE_OUTSIDE_PORTS: list.pipe(z.array(port(1))).default([]),
  GUICHE_ROLES: list
    .pipe(z.array(z.enum(roles, `must be a list of ${roles.join(', ')}, with commas between them`)))
    .transform((names): ReadonlySet<Role> => new Set(names))
    .default(new Set(roles)),
  GUICHE_TRUST_PROXY: list
    .pipe(
      z.array(z.string().refine(isProxy, 'must be a list of addresses or networks such as 10.0.0.0/8, or loopback')),
    )
    .default([])
    .transform((proxies) => proxies.length > 0 && proxies),
  GUICHE_SUPPORT_NUMBER: z
    .string()
    .refine(isPhoneNumber, 'must be a telephone number with its country code, such as +55 11 98765-4321')
    .transform(digitsOf)
    .optional(),
  GUICHE_SMTP_HOST: z.string().refine(isHost, 'must be the name or address of a mail server').optional(),
  GUICHE_SMTP_PORT: port(1).optional(),
  GUICHE_SMTP_TLS: z.enum(mailEncryptions, `must be one of ${mailEncryptions.join(', ')}`).optional(),
  GUICHE_SMTP_USER: z.string().optional(),
  GUICHE_SMTP_PASSWORD: z.string().optional(),
  GUICHE_MAIL_FROM: z
    .string()
    .refine(
      (text) => senderOf(text) !== undefined,
      'must be an address, or a name and an address such as Guichê <guiche@example.com>',
    )
    .optional(),
  GUICHE_LATE_AFTER: minutes(15),
  GUICHE_CAMPAIGN_PAUSE: campaignPause,
  GUICHE_FIRST_STRANGERS: people(20),
  GUICHE_STRANGERS_PER_DAY: people(500),
  GUICHE_KNOWN_PER_DAY: people(2000),
  GUICHE_QUIET_HOURS: quietHours,
  GUICHE_QUIET_DAYS: list
    .pipe(z.array(z.enum(['none', 'sundays', 'holidays'], 'must be sundays, holidays, both with a comma, or none')))
    .default(['sundays', 'holidays']),
  GUICHE_KEEP_VISITORS: days(1, 7),
  // The database refuses to remove younger entries (migration 0041).
  GUICHE_KEEP_AUDIT: days(30, 365),
  GUICHE_KEEP_DEAD: days(1, 30),
  GUICHE_KEEP_SESSIONS: days(1, 30),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
})

type Variables = z.output<typeof Environment>

/** The variables of the mail server belong together: half of them is a mistake. */
function mailServerOf(data: Variables): MailServer | undefined {
  const { GUICHE_SMTP_HOST: host, GUICHE_SMTP_USER: user, GUICHE_SMTP_PASSWORD: password } = data
  const others = ['GUICHE_SMTP_PORT', 'GUICHE_SMTP_TLS', 'GUICHE_SMTP_USER', 'GUICHE_SMTP_PASSWORD'] as const
  const stray = [...others, 'GUICHE_MAIL_FROM' as const].find((name) => data[name] !== undefined)
  if (host === undefined) {
    if (stray) throw new ConfigError(`GUICHE_SMTP_HOST is missing: ${stray} has no effect without it.`)
    return undefined
  }
  const sender = senderOf(data.GUICHE_MAIL_FROM ?? '')
  if (!sender) throw new ConfigError('GUICHE_MAIL_FROM is missing: mails need a sender.')
  if ((user === undefined) !== (password === undefined))
    throw new ConfigError(
      `${user === undefined ? 'GUICHE_SMTP_USER' : 'GUICHE_SMTP_PASSWORD'} is missing: user and password belong together.`,
    )
  const encryption = data.GUICHE_SMTP_TLS ?? 'starttls'
  return Object.freeze({
    host,
    port: data.GUICHE_SMTP_PORT ?? mailPorts[encryption],
    encryption,
    login: user === undefined || password === undefined ? undefined : { user, password },
    sender,
  })
}

/** The variables of the app belong together: half of them is a mistake. */
function metaAppOf(data: Variables): MetaApp | undefined {
  const names = ['GUICHE_META_APP_ID', 'GUICHE_META_APP_SECRET', 'GUICHE_META_VERIFY_TOKEN'] as const
  const missing = names.find((name) => data[name] === undefined)
  const { GUICHE_META_APP_ID: appId, GUICHE_META_APP_SECRET: appSecret, GUICHE_META_VERIFY_TOKEN: verifyToken } = data
  if (appId === undefined || appSecret === undefined || verifyToken === undefined) {
    if (missing && [...names, 'GUICHE_META_SIGNUP_CONFIG' as const].some((name) => data[name] !== undefined))
      throw new ConfigError(
        `${missing} is missing: the id, the secret and the token of the app at Meta belong together.`,
      )
    return undefined
  }
  return Object.freeze({
    appId,
    appSecret,
    verifyToken,
    signUpConfigId: data.GUICHE_META_SIGNUP_CONFIG,
    mayAnswerLate: data.GUICHE_META_HUMAN_AGENT === 'yes',
  })
}

/** `Name <address>`, or an address alone. */
function senderOf(text: string): MailServer['sender'] | undefined {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? []
  const isValid = isHeaderText(name) && z.email().safeParse(address.trim()).success
  return isValid ? { name: name.trim(), address: address.trim() } : undefined
}

function sentence({ issues: [issue] }: z.ZodError): string {
  return `${String(issue?.path[0])} ${issue?.message}.`
}

/** 0.0.0.0 cannot be opened in a browser. */
function ownAddress(host: string, portNumber: number): URL {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return new URL(addressOf(reachable, portNumber))
}

const addressOf = (host: string, portNumber: number) => `http://${isIP(host) === 6 ? `[${host}]` : host}:${portNumber}`

/** Must be part of a valid URL: browsers reject 999.1.1.1 and addresses with a network interface. */
function isHost(text: string): boolean {
  const isName = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text)
  return (isName || isIP(text) !== 0) && URL.canParse(addressOf(text, 80))
}

/** IPv6 addresses have brackets if a port follows. */
function isHostWithPort(text: string): boolean {
  if (isHost(text)) return true
  const [, host = '', portNumber = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  return isHost(host.replace(/^\[(.*)\]$/, '$1')) && Number(portNumber) >= 1 && Number(portNumber) <= 65_535
}

function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && pathname === '/' && !search && !hash && !username && !password
}

/** The rule for super users (docs/requirements/security.md). */
function isStrongPassword(text: string): boolean {
  return text.length >= 8 && text.length <= 50 && /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text)
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** Accepts the usual separators; E.164 allows 15 digits at most. */
function isPhoneNumber(text: string): boolean {
  return /^\+?[\d ().-]+$/.test(text) && /^[1-9]\d{7,14}$/.test(digitsOf(text))
}

/** A prefix of 0 is refused: every client could then claim any address. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', prefix] = text.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0 || prefix === '0') return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix)) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), family)
    return true
  } catch {
    return false
  }
}
