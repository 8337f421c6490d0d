import { type BrazilianHoliday, type HolidayView, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { changesOf } from '../../../lib/cache/changes.ts'
import { useLive } from '../../../lib/live.ts'

const key = ['holidays'] as const

/** Nothing updates them while the screen is closed, so it always fetches them anew. */
export const holidaysOf = (year: number) =>
  queryOptions({
    queryKey: [...key, year],
    queryFn: ({ signal }) => call(api.listHolidays, { query: { year } }, { signal }),
    staleTime: 0,
  })

/** A change of one day may change every year. The setting adds or removes the national ones. */
export function useLiveHolidays(): void {
  const renew = useRenew()
  useLive('holiday', renew)
  useLive('settings', ({ setting }) => {
    if (setting.key === 'nationalHolidays') renew()
  })
}

function useRenew(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: key })
}

export interface HolidayValues {
  day: string | null
  name: string
  isOpen: boolean
  isYearly: boolean
}

export function useSaveHoliday(id: number | null, before: HolidayValues) {
  const renew = useRenew()
  return useMutation({
    mutationFn: ({ day, ...values }: HolidayValues) => {
      const body = { ...values, day: day ?? '' }
      return id === null
        ? call(api.createHoliday, { body })
        : call(api.updateHoliday, { params: { id }, body: changesOf({ ...before, day: before.day ?? '' }, body) })
    },
    onSuccess: renew,
    meta: { handles: ['ERR_DAY_ALREADY_EXISTS'] },
  })
}

export function useDeleteHoliday() {
  const renew = useRenew()
  return useMutation({
    mutationFn: (id: number) => call(api.deleteHoliday, { params: { id } }),
    onSuccess: renew,
  })
}

/** Shows the change at once; the fetched list takes it back if the server refuses it. */
export function useOpenNational(year: number) {
  const client = useQueryClient()
  const renew = useRenew()
  const { queryKey } = holidaysOf(year)
  return useMutation({
    mutationFn: ({ holiday, isOpen }: { holiday: BrazilianHoliday; isOpen: boolean }) =>
      call(api.openNationalHoliday, { params: { holiday }, body: { isOpen } }),
    onMutate: async ({ holiday, isOpen }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (days: HolidayView[] | undefined) =>
        days?.map((day) => (day.holiday === holiday ? { ...day, isOpen } : day)),
      )
    },
    onSettled: renew,
  })
}
