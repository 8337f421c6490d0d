import { type MessageTemplateView, type TemplateChoice, type TemplateStatus, api } from '@guiche/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, upload } from '../../lib/api.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { fileRefusalsOfPlan } from '../../lib/files/file-refusals.ts'
import { useLive } from '../../lib/live.ts'
import { type TemplateFormValues, contentsOf, draftOf, isFileAlone } from './template-values.ts'

const lists = { key: ['message-templates'], field: 'templates' } as const

export interface TemplateFilter {
  searchParam: string
  whatsappId: number | undefined
  status: TemplateStatus | undefined
}

export const templateList = (filter: TemplateFilter) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, filter],
    queryFn: ({ pageParam, signal }) =>
      call(api.listMessageTemplates, { query: { ...filter, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
  })

/** Connections that have templates. No event of this screen tells of a new one. */
export const templateConnections = queryOptions({
  queryKey: ['template-connections'],
  queryFn: ({ signal }) => call(api.templateConnections, undefined, { signal }),
  staleTime: 0,
})

/** The approved templates of a ticket’s connection. */
export const templatesOfTicket = (ticketId: number) =>
  queryOptions({
    queryKey: ['templates-of-ticket', ticketId],
    queryFn: ({ signal }) => call(api.templatesOfTicket, { params: { id: ticketId } }, { signal }),
    staleTime: 0,
  })

/** The approved templates of a connection. */
export const templatesOfConnection = (whatsappId: number) =>
  queryOptions({
    queryKey: ['templates-of-connection', whatsappId],
    queryFn: ({ signal }) => call(api.usableTemplates, { query: { whatsappId } }, { signal }),
    staleTime: 0,
  })

/** Sends a template in a ticket. The same client id again sends nothing twice. */
export function useSendTemplate(ticketId: number) {
  const [clientId] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (choice: TemplateChoice) =>
      call(api.sendTemplate, { params: { id: ticketId }, body: { ...choice, clientId } }),
    meta: { handles: 'all' },
  })
}

export function useLiveTemplates(): void {
  const client = useQueryClient()
  useLive('messageTemplate', (event) => {
    if (event.action === 'delete') return dropRow(client, lists, event.templateId)
    if (!mergeRow(client, lists, event.template)) void client.invalidateQueries({ queryKey: lists.key })
  })
}

export function useSaveTemplate(template: MessageTemplateView | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: TemplateFormValues) => {
      if (!template) return call(api.createMessageTemplate, { body: draftOf(values) })
      const params = { id: template.id }
      if (values.file && isFileAlone(template, values))
        return call(api.setTemplateFile, { params, body: { fileId: values.file.id } })
      return call(api.updateMessageTemplate, { params, body: contentsOf(values) })
    },
    onSuccess: (saved) => {
      if (!mergeRow(client, lists, saved)) void client.invalidateQueries({ queryKey: lists.key })
    },
    // The dialog shows them.
    meta: {
      handles: ['ERR_VALIDATION', 'ERR_TEMPLATE_REFUSED', 'ERR_TEMPLATE_NAME_TAKEN', 'ERR_TEMPLATE_NAME_LOCKED'],
    },
  })
}

const uploadFile = (file: File) => upload(api.uploadTemplateFile, { form: {} }, { field: 'file', files: [file] })

export function useUploadTemplateFile() {
  return useMutation({ mutationFn: uploadFile, meta: { handles: fileRefusalsOfPlan } })
}

/** The file that is sent in the header of a template from now on. */
export function useChooseTemplateFile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ template, file }: { template: MessageTemplateView; file: File }) => {
      const { id: fileId } = await uploadFile(file)
      return call(api.setTemplateFile, { params: { id: template.id }, body: { fileId } })
    },
    onSuccess: (saved) => void mergeRow(client, lists, saved),
    meta: { handles: 'all' },
  })
}

export function useDeleteTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: MessageTemplateView) => call(api.deleteMessageTemplate, { params: { id } }),
    onSuccess: (_, { id }) => dropRow(client, lists, id),
  })
}

export function useUnpauseTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: MessageTemplateView) => call(api.unpauseMessageTemplate, { params: { id } }),
    onSuccess: (saved) => void mergeRow(client, lists, saved),
  })
}

export function useSyncTemplates() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (whatsappId: number) => call(api.syncMessageTemplates, { body: { whatsappId } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: lists.key }),
  })
}
