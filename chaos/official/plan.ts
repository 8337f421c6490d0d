import { type Chance, createChance } from '../../apps/server/test/attacks/faults-chance.ts'
import { attendantOf, officialCompany } from '../participants.ts'
import { type AttendantAction, moments, shuffled } from '../schedule.ts'

/** What Meta does wrong, or refuses. */
export type OfficialFault =
  | { kind: 'webhooksTwice'; times: number }
  | { kind: 'webhooksReversed'; lasts: number }
  | { kind: 'statusesFirst'; times: number }
  /** Carried out, and not answered or not legibly. */
  | { kind: 'answersLost' | 'answersBroken'; times: number }
  /** Not carried out, and nobody can tell. */
  | { kind: 'callsCut' | 'pagesInstead' }
  | { kind: 'refused'; status: number; code: number; times: number }
  | { kind: 'slow'; ms: number; times: number }
  | { kind: 'down'; lasts: number }
  | { kind: 'tokenEnded'; of: 'number' | 'page'; lasts: number }

interface PlannedOfficialFault {
  at: number
  fault: OfficialFault
}

export interface OfficialPlan {
  customerActions: { at: number; customer: number }[]
  attendantActions: AttendantAction[]
  faults: PlannedOfficialFault[]
}

/** Depends only on the seed. */
export function planOfficial(seed: number, duration: number): OfficialPlan {
  const { customers, attendants } = officialCompany
  return {
    customerActions: people(customers).flatMap((customer) =>
      moments(createChance(seed + customer), duration, 2500, 6500).map((at) => ({ at, customer })),
    ),
    attendantActions: people(attendants).flatMap((attendant) =>
      attendantActions(createChance(seed + 100 + attendant), attendant, duration),
    ),
    faults: faultsOf(createChance(seed + 200), duration),
  }
}

const people = (count: number) => Array.from({ length: count }, (_, nth) => nth)

function attendantActions(chance: Chance, attendant: number, duration: number): AttendantAction[] {
  const own = people(officialCompany.customers).filter((one) => attendantOf(officialCompany, one) === attendant)
  return moments(chance, duration, 800, 2500).map((at) => ({
    at,
    attendant,
    customer: chance.oneOf(own),
    kind: chance.next() < 0.08 ? 'picture' : 'text',
    clientId: chance.uuid(),
  }))
}

function faultsOf(chance: Chance, duration: number): PlannedOfficialFault[] {
  const bag: OfficialFault['kind'][] = []
  return moments(chance, duration - 6000, 2500, 5000).map((at) => {
    if (bag.length === 0) bag.push(...shuffled(chance, officialFaultKinds))
    return { at, fault: faultOf(chance, bag.pop() ?? 'callsCut') }
  })
}

function faultOf(chance: Chance, kind: OfficialFault['kind']): OfficialFault {
  switch (kind) {
    case 'webhooksTwice':
    case 'statusesFirst':
      return { kind, times: chance.between(1, 5) }
    case 'answersLost':
    case 'answersBroken':
      return { kind, times: chance.between(1, 2) }
    case 'webhooksReversed':
      return { kind, lasts: chance.between(1500, 4000) }
    case 'callsCut':
    case 'pagesInstead':
      return { kind }
    case 'refused': {
      const [status, code] = chance.oneOf(refusals)
      return { kind, status, code, times: chance.between(1, 2) }
    }
    case 'slow':
      return { kind, ms: chance.between(500, 2500), times: chance.between(1, 4) }
    case 'down':
      return { kind, lasts: chance.between(500, 2500) }
    case 'tokenEnded':
      return { kind, of: chance.oneOf(['number', 'page']), lasts: chance.between(1000, 3000) }
  }
}

/** Too much of a number, too much for one person, and errors that pass. */
const refusals: [status: number, code: number][] = [
  [400, 130429],
  [400, 131056],
  [500, 131000],
  [500, 2],
]

/** `refused` has the most forms. */
const officialFaultKinds: OfficialFault['kind'][] = [
  'answersBroken',
  'answersLost',
  'callsCut',
  'down',
  'pagesInstead',
  'refused',
  'refused',
  'slow',
  'statusesFirst',
  'tokenEnded',
  'webhooksReversed',
  'webhooksTwice',
]

export const kindsOfOfficialFaults = [...new Set(officialFaultKinds)].toSorted()
