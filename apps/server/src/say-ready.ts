import type { DemoLogins } from './demo/add-demo.ts'
import type { Installed } from '#modules/installation'
import { sayBlock } from '#platform/say'

interface Ready {
  publicUrl: URL
  /** Made just now; undefined when it was there. */
  installed: Installed | undefined
  demo: DemoLogins | undefined
  milliseconds: number
}

/** The address, and, this once, how to log in. */
export function sayReady({ publicUrl, installed, demo, milliseconds }: Ready): void {
  const rows: [string, string][] = [
    ['Address', publicUrl.origin],
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
    ...(publicUrl.protocol === 'https:'
      ? []
      : [
          'Without https, use it on this machine or a network that you trust: set GUICHE_PUBLIC_URL to the https address behind your proxy.',
        ]),
  ]
  sayBlock(`Guichê is ready (${(milliseconds / 1000).toFixed(1)} s).`, rows, sentences)
}

function demoRows({ people, password, chatUrl }: DemoLogins): [string, string][] {
  return [
    ['', ''],
    ['Demo', `everybody's password: ${password}`],
    ...people.map(({ role, email }): [string, string] => [`  ${role}`, email]),
    ['  Web chat', chatUrl],
  ]
}
