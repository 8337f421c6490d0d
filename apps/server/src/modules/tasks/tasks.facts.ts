declare module '#platform/facts' {
  interface Facts {
    /** `userId`: whose task it is, who alone gets the event. */
    'task.saved': { taskId: number; userId: number }
    'task.deleted': { taskId: number; userId: number }
  }
}

export {}
