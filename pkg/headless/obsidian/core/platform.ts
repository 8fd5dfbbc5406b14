import type * as Api from 'obsidian';

/** The app's name for the system; in a browser without Node, Linux. */
const system = typeof process === 'undefined' ? 'linux' : process.platform;

export const Platform: typeof Api.Platform = {
  isDesktop: true,
  isMobile: false,
  isDesktopApp: true,
  isMobileApp: false,
  isIosApp: false,
  isAndroidApp: false,
  isPhone: false,
  isTablet: false,
  isMacOS: system === 'darwin',
  isWin: system === 'win32',
  isLinux: system !== 'darwin' && system !== 'win32',
  isSafari: false,
  resourcePathPrefix: 'file:///',
};
