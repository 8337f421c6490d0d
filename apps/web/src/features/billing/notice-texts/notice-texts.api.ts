import { type NoticeText, type NoticeTextView, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const noticeTexts = queryOptions({
  queryKey: ['notice-texts'],
  queryFn: ({ signal }) => call(api.noticeTexts, undefined, { signal }),
  staleTime: 0,
})

export type Which = Pick<NoticeTextView, 'kind' | 'language'>

export const isOf =
  ({ kind, language }: Which) =>
  (one: Which): boolean =>
    one.kind === kind && one.language === language

/** Puts what the server has stored into the list. */
function useKeep() {
  const client = useQueryClient()
  return (saved: NoticeTextView) =>
    client.setQueryData(noticeTexts.queryKey, (known) => known?.map((one) => (isOf(saved)(one) ? saved : one)))
}

export const useSaveNoticeText = ({ kind, language }: Which) =>
  useMutation({
    mutationFn: (body: NoticeText) => call(api.saveNoticeText, { params: { kind, language }, body }),
    onSuccess: useKeep(),
  })

export const useResetNoticeText = ({ kind, language }: Which) =>
  useMutation({
    mutationFn: () => call(api.resetNoticeText, { params: { kind, language } }),
    onSuccess: useKeep(),
  })
