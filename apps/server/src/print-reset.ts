import { limits } from '@guiche/contract'
import { printBlock } from '#platform/process/print'

/** Prints the one-time password of the super user. It is stored nowhere else. */
export function printReset({ email, password }: { email: string; password: string }): void {
  printBlock(
    'The super user has a one-time password.',
    [
      ['Login', email],
      ['Password', password],
    ],
    [
      `It is shown this once, ends in ${limits.oneTimePassword} hours and must be changed at the login.`,
      'Start Guichê again without --reset-super-password.',
    ],
  )
}
