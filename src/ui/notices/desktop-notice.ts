/**
 * Shows a system notification if the app does not have the focus: a notice inside the app would be seen too
 * late. Does nothing if the system has no notifications for the app.
 */
export function showDesktopNotification(message: string, clicked: () => void): void {
  if (!('Notification' in activeWindow)) return;
  try {
    const notice = new Notification('Lectern', { body: message });
    notice.onclick = () => {
      activeWindow.focus();
      clicked();
    };
  } catch {
    // The system allows none. The dialog waits in the app.
  }
}
