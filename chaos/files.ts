import type { Attendant } from './attendants.ts'
import type { Customer } from './customers.ts'
import type { MessageRow } from './stored.ts'

/** Files already found to be complete; a file does not change, so it is not checked again. */
const whole = new Set<string>()

/** Checks that every picture arrived byte for byte: on the attendant's screen and on the customer's phone. */
export async function filesAreWhole(
  { customers, attendants }: { customers: readonly Customer[]; attendants: readonly Attendant[] },
  rows: readonly MessageRow[],
): Promise<string[]> {
  const told = await Promise.all([
    ...customers.map((customer) => picturesHaveCome(customer, attendants, rows)),
    ...attendants.map(async (attendant) => picturesHaveArrived(attendant, customers, rows)),
  ])
  return told.flat()
}

async function picturesHaveCome(
  { name, said }: Customer,
  attendants: readonly Attendant[],
  rows: readonly MessageRow[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const { id, body, picture } of said) {
    const row = rows.find((one) => one.external_id === id && one.customer === name)
    if (!picture || !row || whole.has(id)) continue
    if (row.media_state !== 'ready') wrong.push(`the picture "${body}" of ${name} is ${row.media_state}`)
    const attendant = attendants.find(({ sent }) => sent.has(row.ticket_id))
    const shown = attendant?.view.messages(row.ticket_id).find(({ wid }) => wid === id)
    // The customer who is served in the browser has no attendant here.
    if (!attendant || !shown) continue
    const bytes = shown.mediaUrl ? await attendant.download(shown.mediaUrl) : Buffer.alloc(0)
    if (bytes.equals(picture)) whole.add(id)
    else wrong.push(`the picture "${body}" of ${name} has ${bytes.length} bytes where they sent ${picture.length}`)
  }
  return wrong
}

function picturesHaveArrived(
  { name, sent }: Attendant,
  customers: readonly Customer[],
  rows: readonly MessageRow[],
): string[] {
  const pictures = [...sent.values()].flat().filter(({ picture }) => picture)
  return pictures.flatMap(({ id, body, picture }) => {
    const row = rows.find((one) => one.id === id)
    const there = customers
      .find((customer) => customer.name === row?.customer)
      ?.heard()
      .find((message) => message.id === row?.external_id)
    return picture && there?.file?.equals(picture)
      ? []
      : [
          `the picture "${body}" of ${name} has ${there?.file?.length} bytes on the phone where it had ${picture?.length}`,
        ]
  })
}
