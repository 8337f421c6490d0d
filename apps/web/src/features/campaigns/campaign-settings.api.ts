import { type CampaignSettingRow, CampaignSettings, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { parseJson } from '../../lib/api-error.ts'
import { useLive } from '../../lib/live.ts'

/** The pace and the variables of all campaigns; the defaults for what was never saved. */
export const campaignSettings = queryOptions({
  queryKey: ['campaign-settings'],
  queryFn: async ({ signal }) => settingsOf(await call(api.listCampaignSettings, undefined, { signal })),
})

const settingsOf = (rows: CampaignSettingRow[]): CampaignSettings =>
  CampaignSettings.parse(Object.fromEntries(rows.map(({ key, value }) => [key, parseJson(value)])))

export function useLiveCampaignSettings(): void {
  const client = useQueryClient()
  useLive('campaignSettings', ({ record }) => client.setQueryData(campaignSettings.queryKey, settingsOf(record)))
}

export function useSaveCampaignSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: CampaignSettings) => call(api.saveCampaignSettings, { body: { settings } }),
    onSuccess: (rows) => client.setQueryData(campaignSettings.queryKey, settingsOf(rows)),
  })
}
