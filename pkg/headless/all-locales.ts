/** All languages of moment. Half a megabyte: the build keeps it in a file of its own, loaded on demand. */
import 'moment/min/locales';
