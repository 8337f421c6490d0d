import { type Chance, createChance } from '../apps/server/test/attacks/faults-chance.ts'
import { type Participants, attendantOf, mainCompany, otherCompany } from './participants.ts'

/** `at` is in ms from the start of the talk. */
export interface CustomerAction {
  at: number
  customer: number
  kind: 'text' | 'burst' | 'picture' | 'edit' | 'reaction' | 'read'
}

export interface AttendantAction {
  at: number
  attendant: number
  customer: number
  kind: 'text' | 'picture' | 'edit' | 'reaction'
  clientId: string
}

/** A visitor writes, is served, and the ticket is closed. The first visit is that of an unknown contact. */
export interface Visit {
  at: number
  visitor: number
  /** Whether the attendant takes the ticket again after it was closed. */
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

/** Everything that people of one company do. */
export interface Actions {
  customerActions: CustomerAction[]
  attendantActions: AttendantAction[]
  visits: Visit[]
}

export interface Schedule {
  main: Actions
  other: Actions
  faults: PlannedFault[]
}

/** Plans what everybody does and which faults happen when; depends only on the seed. */
export function plan(seed: number, duration: number): Schedule {
  return {
    main: actionsIn(mainCompany, seed, duration),
    other: actionsIn(otherCompany, seed + 300, duration),
    faults: faultsOf(createChance(seed + 200), duration),
  }
}

const actionsIn = (participants: Participants, seed: number, duration: number): Actions => ({
  customerActions: inTime(participants.customers, (customer) =>
    customerActionsOf(createChance(seed + customer), customer, duration),
  ),
  attendantActions: inTime(participants.attendants, (attendant) =>
    attendantActionsOf(createChance(seed + 100 + attendant), { participants, attendant, duration }),
  ),
  visits: inTime(participants.visitors, (visitor) => visitsOf(createChance(seed + 400 + visitor), visitor, duration)),
})

/** A visit takes a while, so there are few. */
const visitsOf = (chance: Chance, visitor: number, duration: number): Visit[] =>
  moments(chance, duration - 20_000, 8000, 20_000).map((at) => ({ at, visitor, isReopened: chance.next() < 0.3 }))

function inTime<T extends { at: number }>(people: number, actionsOf: (person: number) => T[]): T[] {
  return Array.from({ length: people }, (_, person) => actionsOf(person))
    .flat()
    .toSorted((one, other) => one.at - other.at)
}

function customerActionsOf(chance: Chance, customer: number, duration: number): CustomerAction[] {
  return moments(chance, duration, 2500, 6500).map((at) => ({
    at,
    customer,
    kind: readsNow(chance) ? 'read' : twice(chance) ? 'burst' : kindOf(chance),
  }))
}

function attendantActionsOf(
  chance: Chance,
  { participants, attendant, duration }: { participants: Participants; attendant: number; duration: number },
): AttendantAction[] {
  const own = Array.from({ length: participants.customers }, (_, customer) => customer).filter(
    (one) => attendantOf(participants, one) === attendant,
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

function kindOf(chance: Chance): AttendantAction['kind'] {
  const share = chance.next()
  if (share < 0.06) return 'picture'
  if (share < 0.12) return 'edit'
  return share < 0.18 ? 'reaction' : 'text'
}

/** The last fault outlasts the talk, so that something is left to recover. */
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

/** Each kind is used once before any is repeated; the most harmful kinds twice. */
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

export function shuffled<T>(chance: Chance, all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, rank: chance.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
}

export function moments(chance: Chance, until: number, least: number, most: number): number[] {
  const all: number[] = []
  for (let at = chance.between(0, most); at < until; at += chance.between(least, most)) all.push(at)
  return all
}
