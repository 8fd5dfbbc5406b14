/** Only these of the package's functions, so that the bundle leaves out the others. */
export { strToU8, zipSync } from 'fflate';
