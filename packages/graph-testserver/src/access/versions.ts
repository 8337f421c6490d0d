import { refuse } from '../refusals/refuse.ts'
import type { World } from '../world.ts'

/** When each version ends; undefined: not announced. */
const ends: Record<string, Date | undefined> = {
  'v26.0': undefined,
  'v25.0': new Date('2028-07-29'),
  'v24.0': new Date('2028-02-18'),
  'v23.0': new Date('2027-10-08'),
  'v22.0': new Date('2027-05-20'),
  'v21.0': new Date('2027-01-21'),
}
const newest = 26

/** A version that never was is no path; one that has ended is refused or served. */
export function checkVersion(version: string | undefined, { clock, settings }: World): void {
  if (version === undefined) return
  const number = Number(version.slice(1))
  if (number > newest) throw refuse(2500, { message: `Unknown path components: /${version}` })
  const end = ends[version]
  const hasEnded = version in ends ? end !== undefined && end <= clock.now() : true
  if (hasEnded && settings.endedVersions === 'refused')
    throw refuse(2635, {
      message: `You are calling version ${version}, which has ended. Please update to the latest version.`,
    })
}
