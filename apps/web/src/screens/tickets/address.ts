/** The address of a ticket, at a message of its conversation. */
export const addressOf = ({ uuid, messageId }: { uuid: string; messageId?: number | null | undefined }): string =>
  `/tickets/${uuid}${messageId ? `?message=${messageId}` : ''}`
