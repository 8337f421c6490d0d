import type { DemoLogins } from './demo/add-demo.ts'
import type { Installed } from '#modules/installation'
import type { Config } from '#platform/process/config'
import { printBlock } from '#platform/process/print'

interface Ready {
  config: Pick<Config, 'publicUrl' | 'roles' | 'metricsPort'>
  /** Addresses to open in a browser. */
  addresses: string[]
  /** Undefined if it was installed before. */
  installed: Installed | undefined
  demo: DemoLogins | undefined
}

/** Prints the addresses and, after the installation, the login. */
export function printReady({ config: { publicUrl, roles, metricsPort }, addresses, installed, demo }: Ready): void {
  const isServing = roles.has('web')
  const rows: [string, string][] = [
    ...(isServing ? addressRows(addresses) : backgroundRows(roles, metricsPort)),
    ...(installed
      ? ([
          ['Login', installed.email],
          ['Password', installed.password ?? 'the one given in GUICHE_ADMIN_PASSWORD'],
        ] satisfies [string, string][])
      : []),
    ...(demo ? demoRows(demo) : []),
  ]
  const sentences = [
    ...(installed?.password
      ? ['The password is shown this once and ends in 24 hours: change it after the first login.']
      : []),
    ...(isServing
      ? []
      : ['It serves no pages: GUICHE_ROLES leaves that to other processes on the same database, with the role web.']),
    ...(publicUrl.protocol === 'https:' || !isServing
      ? []
      : [
          'Without https, use it on this machine or a network that you trust: set GUICHE_PUBLIC_URL to the https address behind your proxy.',
        ]),
  ]
  printBlock('Guichê is ready.', rows, sentences)
}

const addressRows = (addresses: string[]): [string, string][] =>
  addresses.map((address, index) => [index === 0 ? 'Address' : '', address])

function backgroundRows(roles: Config['roles'], metricsPort: number): [string, string][] {
  return [
    ['Roles', [...roles].join(', ')],
    ...(metricsPort === 0
      ? []
      : ([['Metrics', `http://127.0.0.1:${metricsPort}/metrics`]] satisfies [string, string][])),
  ]
}

function demoRows({ people, password, chatUrl }: DemoLogins): [string, string][] {
  return [
    ['', ''],
    ['Demo', `everybody's password: ${password}`],
    ...people.map(({ role, email }): [string, string] => [`  ${role}`, email]),
    ...(chatUrl === undefined ? [] : [['  Web chat', chatUrl] satisfies [string, string]]),
  ]
}
