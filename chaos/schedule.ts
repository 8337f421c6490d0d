import { type Chance, createChance } from '../apps/server/test/attacks/faults-chance.ts'
import { type Cast, attendantOf, house, neighbours } from './casts.ts'

/** `at` is in ms from the beginning of the talk. */
export interface CustomersWord {
  at: number
  customer: number
  kind: 'text' | 'burst' | 'picture' | 'edit' | 'reaction' | 'read'
}

export interface AttendantsWord {
  at: number
  attendant: number
  customer: number
  kind: 'text' | 'picture' | 'edit' | 'reaction'
  clientId: string
}

/** Somebody comes, is attended and goes; the first time as a stranger. */
export interface Visit {
  at: number
  visitor: number
  /** Once more taken up by the attendant after it was closed. */
  isReopened: boolean
}

export type Fault =
  | { kind: 'kill'; whom: 'owner' | 'other'; awayFor: number }
  | { kind: 'freeze'; lasts: number }
  | { kind: 'cut' }
  | { kind: 'twice'; times: number }
  | { kind: 'reorder'; lasts: number }
  | { kind: 'delay'; lasts: number; latency: number }
  | { kind: 'unacknowledged'; lasts: number }
  | { kind: 'lost' }
  | { kind: 'database'; signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' }

export interface PlannedFault {
  at: number
  fault: Fault
}

/** What is said in one company. */
export interface Words {
  customersWords: CustomersWord[]
  attendantsWords: AttendantsWord[]
  visits: Visit[]
}

export interface Schedule {
  house: Words
  neighbours: Words
  faults: PlannedFault[]
}

/** What everybody says and what breaks, and when: from the seed alone. */
export function plan(seed: number, duration: number): Schedule {
  return {
    house: wordsIn(house, seed, duration),
    neighbours: wordsIn(neighbours, seed + 300, duration),
    faults: faultsOf(createChance(seed + 200), duration),
  }
}

const wordsIn = (cast: Cast, seed: number, duration: number): Words => ({
  customersWords: inTime(cast.customers, (customer) => wordsOf(createChance(seed + customer), customer, duration)),
  attendantsWords: inTime(cast.attendants, (attendant) =>
    answersOf(createChance(seed + 100 + attendant), { cast, attendant, duration }),
  ),
  visits: inTime(cast.visitors, (visitor) => visitsOf(createChance(seed + 400 + visitor), visitor, duration)),
})

/** The talk of one visit takes its time: there are few. */
const visitsOf = (chance: Chance, visitor: number, duration: number): Visit[] =>
  moments(chance, duration - 20_000, 8000, 20_000).map((at) => ({ at, visitor, isReopened: chance.next() < 0.3 }))

function inTime<T extends { at: number }>(people: number, words: (person: number) => T[]): T[] {
  return Array.from({ length: people }, (_, person) => words(person))
    .flat()
    .toSorted((one, other) => one.at - other.at)
}

function wordsOf(chance: Chance, customer: number, duration: number): CustomersWord[] {
  return moments(chance, duration, 2500, 6500).map((at) => ({
    at,
    customer,
    kind: readsNow(chance) ? 'read' : twice(chance) ? 'burst' : kindOf(chance),
  }))
}

function answersOf(
  chance: Chance,
  { cast, attendant, duration }: { cast: Cast; attendant: number; duration: number },
): AttendantsWord[] {
  const own = Array.from({ length: cast.customers }, (_, customer) => customer).filter(
    (one) => attendantOf(cast, one) === attendant,
  )
  return moments(chance, duration, 1000, 3500).map((at) => ({
    at,
    attendant,
    customer: chance.oneOf(own),
    kind: kindOf(chance),
    clientId: chance.uuid(),
  }))
}

const twice = (chance: Chance): boolean => chance.next() < 0.1
const readsNow = (chance: Chance): boolean => chance.next() < 0.1

function kindOf(chance: Chance): AttendantsWord['kind'] {
  const share = chance.next()
  if (share < 0.06) return 'picture'
  if (share < 0.12) return 'edit'
  return share < 0.18 ? 'reaction' : 'text'
}

/** The talk ends before the last fault has passed, so that there is something to settle. */
function faultsOf(chance: Chance, duration: number): PlannedFault[] {
  const bag: Fault['kind'][] = []
  let kills = chance.between(0, 1)
  let ends = chance.between(0, 2)
  return moments(chance, duration - 4000, 3000, 7000).map((at) => ({ at, fault: nextFault() }))

  function nextFault(): Fault {
    if (bag.length === 0) bag.push(...shuffled(chance, kinds))
    return faultOf(bag.pop() ?? 'cut')
  }

  function faultOf(kind: Fault['kind']): Fault {
    switch (kind) {
      case 'kill':
        kills += 1
        return { kind, whom: kills % 3 === 0 ? 'other' : 'owner', awayFor: chance.between(0, 1500) }
      case 'freeze':
        return { kind, lasts: chance.oneOf([2000, 3000, 18_000]) }
      case 'cut':
      case 'lost':
        return { kind }
      case 'twice':
        return { kind, times: chance.between(1, 4) }
      case 'reorder':
      case 'unacknowledged':
        return { kind, lasts: chance.between(1500, 4000) }
      case 'delay':
        return { kind, lasts: chance.between(2000, 4000), latency: chance.between(200, 1500) }
      case 'database':
        ends += 1
        return { kind, signal: (['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)[ends % 3] ?? 'SIGKILL' }
    }
  }
}

/** Each comes once before any comes again; what hurts most comes twice. */
const kinds: Fault['kind'][] = [
  'kill',
  'kill',
  'cut',
  'cut',
  'database',
  'twice',
  'reorder',
  'delay',
  'unacknowledged',
  'lost',
  'freeze',
]

export const faultKinds = [...new Set(kinds)].toSorted()

function shuffled<T>(chance: Chance, all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, place: chance.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

function moments(chance: Chance, until: number, least: number, most: number): number[] {
  const all: number[] = []
  for (let at = chance.between(0, most); at < until; at += chance.between(least, most)) all.push(at)
  return all
}
