import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('without any variable every setting has a default for one machine', () => {
  test('returns the defaults', () => {
    const config = readConfig({})

    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      metricsPort: 3001,
      trustProxy: false,
      logLevel: 'info',
      retention: { visitors: 7, audit: 365, dead: 30, sessions: 30 },
    })
    expect(config.dataFolder).toMatch(/^\/.*\/data$/)
    expect(config.publicUrl.href).toBe('http://127.0.0.1:3000/')
    expect([...config.roles]).toEqual(['web', 'worker', 'channels'])
    expect(config.secret).toBeUndefined()
    expect(config.supportNumber).toBeUndefined()
    expect(Object.isFrozen(config)).toBe(true)
  })
})

const metaApp = {
  GUICHE_META_APP_ID: '77',
  GUICHE_META_APP_SECRET: 'hunter22',
  GUICHE_META_VERIFY_TOKEN: 'palavra-nossa',
}

describe('a valid value is accepted', () => {
  test.each([
    [{ PORT: '8080' }, { port: 8080, metricsPort: 8081 }],
    [{ GUICHE_METRICS_PORT: '0' }, { metricsPort: 0 }],
    [{ GUICHE_ROLES: 'worker, channels' }, { roles: new Set(['worker', 'channels']) }],
    [{ GUICHE_TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }, { trustProxy: ['loopback', '10.0.0.0/8', '::1'] }],
    [{ GUICHE_SUPPORT_NUMBER: '+55 (11) 98765-4321' }, { supportNumber: '5511987654321' }],
    [{ HOST: '0.0.0.0', PORT: '80' }, { publicUrl: new URL('http://127.0.0.1:80') }],
    [{ HOST: '::1' }, { publicUrl: new URL('http://[::1]:3000') }],
    [
      { GUICHE_PUBLIC_URL: 'https://guiche.example.com', GUICHE_TRUST_PROXY: 'loopback' },
      { publicUrl: new URL('https://guiche.example.com') },
    ],
    [
      { GUICHE_PUBLIC_URL: 'https://guiche.example.com', GUICHE_ROLES: 'worker' },
      { publicUrl: new URL('https://guiche.example.com'), trustProxy: false },
    ],
    [{ GUICHE_PUBLIC_URL: 'http://192.168.0.9:3000' }, { trustProxy: false }],
    [
      { GUICHE_ORIGINS: 'https://app.example.com, http://10.0.0.5:8080/' },
      { origins: ['https://app.example.com', 'http://10.0.0.5:8080'] },
    ],
    [
      { GUICHE_KEEP_VISITORS: '1', GUICHE_KEEP_AUDIT: '30', GUICHE_KEEP_DEAD: '3650' },
      { retention: { visitors: 1, audit: 30, dead: 3650, sessions: 30 } },
    ],
    [{ GUICHE_LATE_AFTER: '60' }, { lateAfter: 60 }],
    [{}, { meta: { graphUrl: 'https://graph.facebook.com', version: 'v25.0', app: undefined } }],
    [
      { ...metaApp, GUICHE_META_SIGNUP_CONFIG: '1190', GUICHE_META_GRAPH_URL: 'http://127.0.0.1:4000/' },
      { meta: { graphUrl: 'http://127.0.0.1:4000', app: { appId: '77', signUpConfigId: '1190' } } },
    ],
    [{}, { outside: { insideHosts: [], ports: [80, 443] } }],
    [{}, { ai: { openAiUrl: 'https://api.openai.com/v1', model: 'gpt-4.1-mini' } }],
    [
      {
        GUICHE_OPENAI_URL: 'http://10.0.0.9:11434/v1',
        GUICHE_OPENAI_MODEL: 'llama3.2',
        GUICHE_SPEECH_URL: 'http://10.0.0.9/{region}',
      },
      { ai: { openAiUrl: 'http://10.0.0.9:11434/v1', model: 'llama3.2', speechUrl: 'http://10.0.0.9/{region}' } },
    ],
    [
      { GUICHE_INSIDE_HOSTS: 'files.lan, 10.0.0.9:8080,[fd00::1]:80,fd00::2', GUICHE_OUTSIDE_PORTS: '8443' },
      {
        outside: {
          insideHosts: ['files.lan', '10.0.0.9:8080', '[fd00::1]:80', 'fd00::2'],
          ports: [80, 443, 8443],
        },
      },
    ],
    [{ GUICHE_CAMPAIGN_PAUSE: '0' }, { leastCampaignPause: 0 }],
    [
      {},
      {
        sending: {
          firstStrangers: 20,
          strangersPerDay: 500,
          knownPerDay: 2000,
          quietHours: { from: '20:00', until: '08:00' },
          quietSundays: true,
          quietHolidays: true,
        },
      },
    ],
    [
      {
        GUICHE_FIRST_STRANGERS: '5',
        GUICHE_STRANGERS_PER_DAY: '0',
        GUICHE_KNOWN_PER_DAY: '1000000',
        GUICHE_QUIET_HOURS: 'none',
        GUICHE_QUIET_DAYS: 'holidays',
      },
      {
        sending: {
          firstStrangers: 5,
          strangersPerDay: 0,
          knownPerDay: 1_000_000,
          quietHours: null,
          quietSundays: false,
          quietHolidays: true,
        },
      },
    ],
    [{}, { mailServer: undefined }],
    [
      { GUICHE_SMTP_HOST: 'mail.example.com', GUICHE_MAIL_FROM: 'Guichê <guiche@example.com>' },
      {
        mailServer: {
          host: 'mail.example.com',
          port: 587,
          encryption: 'starttls',
          login: undefined,
          sender: { name: 'Guichê', address: 'guiche@example.com' },
        },
      },
    ],
    [
      {
        GUICHE_SMTP_HOST: '10.0.0.9',
        GUICHE_SMTP_PORT: '2525',
        GUICHE_SMTP_TLS: 'none',
        GUICHE_SMTP_USER: 'guiche',
        GUICHE_SMTP_PASSWORD: 'Segredo-1',
        GUICHE_MAIL_FROM: 'guiche@example.com',
      },
      {
        mailServer: {
          port: 2525,
          encryption: 'none',
          login: { user: 'guiche', password: 'Segredo-1' },
          sender: { name: '', address: 'guiche@example.com' },
        },
      },
    ],
    [
      { GUICHE_SMTP_HOST: 'mail.example.com', GUICHE_SMTP_TLS: 'tls', GUICHE_MAIL_FROM: 'a@example.com' },
      { mailServer: { port: 465 } },
    ],
    [{ DATABASE_URL: 'postgres://a:b@db/guiche' }, { databaseUrl: 'postgres://a:b@db/guiche' }],
  ])('%o', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected)
  })
})

describe('an invalid value is refused with one sentence that names the variable', () => {
  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80x'],
    ['PORT', '1e3'],
    ['HOST', 'http://a'],
    ['HOST', '999.1.1.1'],
    ['HOST', '1.2.3.4.5'],
    ['HOST', 'a..b'],
    ['HOST', 'fe80::1%eth0'],
    ['GUICHE_METRICS_PORT', '-1'],
    ['GUICHE_DATA', ' '],
    ['GUICHE_OPENAI_URL', 'api.openai.com'],
    ['GUICHE_SPEECH_URL', 'https://brazilsouth.tts.speech.microsoft.com'],
    ['GUICHE_SPEECH_URL', '{region}'],
    ['GUICHE_PUBLIC_URL', 'attend.test'],
    ['GUICHE_PUBLIC_URL', 'https://attend.test/app'],
    ['GUICHE_PUBLIC_URL', 'https://user:pass@attend.test'],
    ['GUICHE_PUBLIC_URL', 'ftp://attend.test'],
    ['GUICHE_ORIGINS', 'app.example.com'],
    ['GUICHE_ORIGINS', 'https://app.example.com,'],
    ['GUICHE_ORIGINS', 'https://*.example.com/app'],
    ['GUICHE_ADMIN_EMAIL', 'nobody'],
    ['GUICHE_ADMIN_PASSWORD', 'onlylowercase'],
    ['GUICHE_ADMIN_PASSWORD', 'Short1'],
    ['GUICHE_SECRET', ''],
    ['DATABASE_URL', 'mysql://user:hunter22@host/db'],
    ['REDIS_URL', 'localhost:6379'],
    ['GUICHE_ROLES', 'web,wroker'],
    ['GUICHE_TRUST_PROXY', 'true'],
    ['GUICHE_TRUST_PROXY', '0.0.0.0/0'],
    ['GUICHE_TRUST_PROXY', '10.0.0.0/33'],
    ['GUICHE_SUPPORT_NUMBER', 'suporte@guiche.test'],
    ['GUICHE_SUPPORT_NUMBER', '190'],
    ['GUICHE_SUPPORT_NUMBER', '+55 11 98765-4321 000000'],
    ['GUICHE_KEEP_VISITORS', '0'],
    ['GUICHE_KEEP_AUDIT', '29'],
    ['GUICHE_KEEP_DEAD', '3651'],
    ['GUICHE_KEEP_SESSIONS', '1.5'],
    ['GUICHE_LATE_AFTER', '0'],
    ['GUICHE_LATE_AFTER', '1441'],
    ['GUICHE_CAMPAIGN_PAUSE', '61'],
    ['GUICHE_STRANGERS_PER_DAY', '-1'],
    ['GUICHE_KNOWN_PER_DAY', '1000001'],
    ['GUICHE_QUIET_HOURS', '20-8'],
    ['GUICHE_QUIET_HOURS', '20:00-24:00'],
    ['GUICHE_QUIET_HOURS', '20:00-20:00'],
    ['GUICHE_QUIET_DAYS', 'mondays'],
    ['GUICHE_CAMPAIGN_PAUSE', '-1'],
    ['GUICHE_SMTP_HOST', 'smtp://mail.example.com'],
    ['GUICHE_SMTP_HOST', 'mail.example.com\r\nQUIT'],
    ['GUICHE_SMTP_PORT', '0'],
    ['GUICHE_SMTP_TLS', 'ssl'],
    ['GUICHE_MAIL_FROM', 'Guichê'],
    ['GUICHE_MAIL_FROM', 'Guichê <guiche@example.com>\r\nBcc: x@example.com'],
    ['GUICHE_MAIL_FROM', 'Gui\nchê <guiche@example.com>'],
    ['GUICHE_MAIL_FROM', 'a@example.com, b@example.com'],
    ['LOG_LEVEL', 'verbose'],
  ])('%s=%s', (name, value) => {
    const start = () => readConfig({ [name]: value })

    expect(start).toThrow(ConfigError)
    expect(start).toThrow(new RegExp(`^${name} [^\\n]*\\.$`))
  })

  test('https needs a named proxy, because the server itself speaks no https', () => {
    const start = () => readConfig({ GUICHE_PUBLIC_URL: 'https://guiche.example.com' })

    expect(start).toThrow(ConfigError)
    expect(start).toThrow(/^GUICHE_TRUST_PROXY [^\n]*GUICHE_PUBLIC_URL[^\n]*\.$/)
  })

  const mails = { GUICHE_SMTP_HOST: 'mail.example.com', GUICHE_MAIL_FROM: 'a@example.com' }
  test.each([
    ['GUICHE_MAIL_FROM', { GUICHE_SMTP_HOST: 'mail.example.com' }],
    ['GUICHE_SMTP_HOST', { GUICHE_MAIL_FROM: 'a@example.com' }],
    ['GUICHE_SMTP_HOST', { GUICHE_SMTP_PASSWORD: 'hunter22' }],
    ['GUICHE_SMTP_PASSWORD', { ...mails, GUICHE_SMTP_USER: 'guiche' }],
    ['GUICHE_SMTP_USER', { ...mails, GUICHE_SMTP_PASSWORD: 'hunter22' }],
    ['GUICHE_META_APP_SECRET', { ...metaApp, GUICHE_META_APP_SECRET: undefined }],
    ['GUICHE_META_APP_ID', { GUICHE_META_SIGNUP_CONFIG: '1190' }],
  ])('%s is missing, and belongs to %o', (name, env) => {
    const start = () => readConfig(env)

    expect(start).toThrow(ConfigError)
    expect(start).toThrow(new RegExp(`^${name} is missing: [^\\n]*\\.$`))
    expect(start).not.toThrow('hunter22')
  })

  test.each([
    ['GUICHE_ADMIN_PASSWORD', 'hunter22'],
    ['DATABASE_URL', 'mysql://user:hunter22@host/db'],
    ['REDIS_URL', 'http://:hunter22@host'],
    ['GUICHE_PUBLIC_URL', 'https://user:hunter22@attend.test'],
  ])('%s: the value, which may be secret, is not in the sentence', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).not.toThrow('hunter22')
  })
})
